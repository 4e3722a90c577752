import type { Field } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

const options = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** Fields of a client, in the order in which people state them. */
export function clientFields(): readonly Field[] {
  const { clients: t } = words.value.sell;
  const { email } = words.value;
  const isBusiness = (values: { readonly [name: string]: unknown }) => values['type'] !== 'individual';
  return [
    { name: 'type', label: t.kind, kind: 'choice', isRequired: true, options: options(t.kinds), group: t.who },
    { name: 'display_name', label: t.name, isRequired: true, group: t.who, hint: t.nameHint },
    { name: 'legal_name', label: t.legalName, group: t.who, isShown: isBusiness },
    { name: 'lifecycle', label: t.lifecycle, kind: 'choice', options: options(t.lifecycles), group: t.who },
    { name: 'email', label: email, kind: 'email', group: t.who, hint: t.emailHint },
    { name: 'phone', label: t.phone, kind: 'tel', group: t.who },
    { name: 'website', label: t.website, kind: 'url', group: t.who },
    { name: 'tags', label: t.tags, kind: 'tags', group: t.who, hint: t.tagsHint },
    ...addressFields('billing_address.', t.address),
    {
      name: 'shipping_addresses',
      label: t.shippingMany,
      kind: 'lines',
      group: t.elsewhere,
      columns: addressFields(''),
    },
    {
      name: 'contacts',
      label: t.people,
      kind: 'lines',
      group: t.elsewhere,
      columns: [
        { name: 'name', label: t.name, isRequired: true },
        { name: 'role', label: t.role },
        { name: 'email', label: email, kind: 'email' },
        { name: 'phone', label: t.phone, kind: 'tel' },
        { name: 'id', label: 'id', kind: 'kept' },
        { name: 'is_primary', label: 'is_primary', kind: 'kept' },
        { name: 'receives', label: 'receives', kind: 'kept' },
      ],
    },
    {
      name: 'tax_ids',
      label: t.taxNumbers,
      kind: 'lines',
      group: t.tax,
      columns: [
        { name: 'type', label: t.kind, kind: 'choice', isRequired: true, options: options(t.taxIds) },
        { name: 'value', label: words.value.columns.number, isRequired: true },
      ],
    },
    { name: 'tax_status', label: t.taxStatus, kind: 'choice', options: options(t.taxStatuses), group: t.tax },
    {
      name: 'payment_terms.type',
      label: t.paymentTerms,
      kind: 'choice',
      options: options(t.termTypes),
      whole: 'payment_terms',
      group: t.terms,
    },
    { name: 'payment_terms.value', label: t.termValue, kind: 'whole', whole: 'payment_terms', group: t.terms },
    {
      name: 'payment_terms.early_discounts',
      label: t.earlyDiscounts,
      kind: 'lines',
      whole: 'payment_terms',
      group: t.terms,
      columns: [
        { name: 'percent', label: t.earlyPercent, kind: 'number', isRequired: true },
        { name: 'days', label: t.earlyDays, kind: 'whole', isRequired: true },
      ],
    },
    {
      name: 'price_list_id',
      label: t.priceList,
      kind: 'record',
      source: { path: 'price-lists?status=active', label: 'name' },
      group: t.terms,
    },
    { name: 'discount_percent', label: t.discount, kind: 'number', group: t.terms },
    { name: 'credit_limit', label: t.creditLimit, kind: 'money', group: t.terms },
    { name: 'credit_hold', label: t.onHold, kind: 'yes', group: t.terms },
    { name: 'currency', label: t.currency, placeholder: 'EUR', group: t.terms },
    { name: 'language', label: t.language, placeholder: 'nl', group: t.terms },
    { name: 'do_not_contact', label: t.doNotContact, kind: 'yes', group: t.terms },
    { name: 'notes_internal', label: t.notes, kind: 'area', group: t.remarks },
    { name: 'notes_public', label: t.notesPublic, kind: 'area', group: t.remarks },
  ];
}

function addressFields(inside: string, group?: string): readonly Field[] {
  const { clients: t } = words.value.sell;
  const parts = [
    { name: `${inside}line1`, label: t.line1 },
    { name: `${inside}line2`, label: t.line2 },
    { name: `${inside}postal_code`, label: t.postalCode },
    { name: `${inside}city`, label: t.city },
    { name: `${inside}region`, label: t.region },
    { name: `${inside}country`, label: t.country, placeholder: 'BE' },
  ];
  return group === undefined ? parts : parts.map((part) => ({ ...part, group }));
}

/** The member who looks after a client, or nobody. */
export function assigneeField(): Field {
  const { clients: t } = words.value.sell;
  return {
    name: 'assigned_to',
    label: t.assignee,
    kind: 'record',
    isWide: true,
    hint: t.assignHint,
    source: { path: 'team/members?status=active', label: 'name', note: 'email' },
  };
}
