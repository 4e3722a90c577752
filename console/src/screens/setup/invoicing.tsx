import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { words } from '../../words/index.ts';
import { SettingsForm } from './settings-form.tsx';

function fieldsOf(): readonly Field[] {
  const t = words.value.setup.invoicing;
  return [
    { name: 'invoice_defaults.terms_days', label: t.terms, kind: 'whole', hint: t.termsHint, group: t.defaults },
    {
      name: 'invoice_defaults.discount_grace_days',
      label: t.grace,
      kind: 'whole',
      hint: t.graceHint,
      group: t.defaults,
    },
    {
      name: 'invoice_defaults.language',
      label: t.language,
      placeholder: 'de',
      hint: t.languageHint,
      group: t.defaults,
    },
    { name: 'invoice_defaults.notes', label: t.notes, kind: 'area', group: t.defaults },
    { name: 'invoice_defaults.footer', label: t.footer, kind: 'area', group: t.defaults },
    {
      name: 'invoice_defaults.allow_void',
      label: t.allowVoid,
      kind: 'yes',
      isWide: true,
      hint: t.allowVoidHint,
      group: t.defaults,
    },
    {
      name: 'e_invoicing.format',
      label: t.format,
      kind: 'choice',
      options: optionsOf(t.formats),
      hint: t.formatHint,
      group: t.electronic,
    },
    { name: 'e_invoicing.contact_name', label: t.contact, hint: t.contactHint, group: t.electronic },
    {
      name: 'e_invoicing.address.scheme',
      label: t.scheme,
      placeholder: '0208',
      hint: t.schemeHint,
      group: t.electronic,
      whole: 'e_invoicing.address',
    },
    { name: 'e_invoicing.address.value', label: t.address, group: t.electronic, whole: 'e_invoicing.address' },
  ];
}

type Electronic = { readonly address?: { readonly scheme?: string | null; readonly value?: string | null } };

/** An address in the network is there as a whole or not at all. */
function complete(body: Record<string, unknown>): Record<string, unknown> {
  const electronic = body['e_invoicing'] as Electronic | undefined;
  const isEmptied = electronic?.address && electronic.address.scheme === null && electronic.address.value === null;
  return isEmptied ? { ...body, e_invoicing: { ...electronic, address: null } } : body;
}

export function Invoicing() {
  const { parts } = words.value.setup;
  return (
    <SettingsForm
      title={parts.invoicing.title}
      path="organization"
      needs="organization:write"
      fields={fieldsOf()}
      complete={complete}
    />
  );
}
