import { useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { changed, useAll, useRead } from '../../api/cache.ts';
import { go } from '../../app/router.ts';
import { FormPage } from '../../frames/form-screen.tsx';
import { bodyOf } from '../../kit/form/body.ts';
import { type Field, textIn, type Values, valuesOf } from '../../kit/form/fields.ts';
import { Form } from '../../kit/form/form.tsx';
import { LivePage, LivePageButton } from '../../kit/live-page.tsx';
import { Waiting } from '../../kit/states.tsx';
import { words } from '../../words/index.ts';
import { SumsOfLines } from '../sell/sums-of-lines.tsx';
import { type Business, businessOf, clientOf, invoiceOf, pageOf, placed, saleOf } from './first-invoice.ts';

type Rate = { readonly id: string; readonly name: string; readonly is_default: boolean };
const untaxed = 'none';

/** From a business that has just been registered to its first invoice on one page, which asks for nothing else. */
export function Welcome() {
  const { welcome: w, home } = words.value;
  const { data: business } = useRead<Business>('organization');
  const rates = useAll<Rate>('tax-rates?status=active&fields=name,is_default');
  const [values, setValues] = useState<Values>({});
  const client = useRef<{ readonly of: string; readonly id: string } | undefined>(undefined);
  if (business === undefined || rates.data === undefined) return <Waiting lines={8} />;
  const fields = fieldsOf(rates.rows);
  const usual = rates.rows.find((rate) => rate.is_default)?.id ?? '';
  const { address, bank_account } = business;
  const start = { ...valuesOf(fields, { address, bank_account }), tax: usual };

  /** Each step is done once: what was refused is mended and sent again, and what is there already stays. */
  const send = async (filled: Values, key: string) => {
    const body = bodyOf(fields, filled);
    const step = (path: string, of: object, method: 'POST' | 'PATCH' = 'POST') =>
      placed(call<{ readonly id: string }>(path, { method, body: of, key: `${key}-${path}` }));
    const about = businessOf(body, business);
    if (Object.keys(about).length > 0) await step('organization', about, 'PATCH');
    const asked = clientOf(body);
    const of = JSON.stringify(asked);
    if (client.current?.of !== of) client.current = { of, id: (await step('clients', asked)).id };
    const { id } = await step('documents', invoiceOf(body, client.current.id));
    changed('');
    go(`/documents/${id}`);
  };
  const typed = bodyOf(fields, values);
  const page = {
    path: 'documents/preview',
    of: pageOf(
      { ...typed, display_name: typed['display_name'] ?? w.clientName, name: typed['name'] ?? w.what },
      business,
    ),
  };
  return (
    <div class="with-pages">
      <FormPage title={w.title} back={{ href: '/', label: home }}>
        <p class="quiet">{w.lead}</p>
        <Form
          fields={fields}
          start={start}
          submit={textIn(values, 'email') === '' ? w.issue : w.send}
          draft="welcome"
          isEntry
          onValues={setValues}
          onCancel={() => go('/')}
          onSubmit={send}
        >
          <SumsOfLines of={saleOf(typed)} />
          <LivePageButton {...page} />
        </Form>
      </FormPage>
      <LivePage {...page} />
    </div>
  );
}

/** In the order in which people know them: themselves, their client, their work. */
function fieldsOf(rates: readonly Rate[]): readonly Field[] {
  const { welcome: w, setup, price } = words.value;
  const { business: t } = setup;
  const ours = { group: t.who };
  const theirs = { group: words.value.client };
  const work = { group: w.work };
  return [
    { name: 'address.line1', label: t.line1, autocomplete: 'address-line1', isRequired: true, ...ours },
    { name: 'address.postal_code', label: t.postalCode, autocomplete: 'postal-code', ...ours },
    { name: 'address.city', label: t.city, autocomplete: 'address-level2', isRequired: true, ...ours },
    { name: 'tax_number', label: w.taxNumber, ...ours },
    { name: 'bank_account.iban', label: 'IBAN', ...ours },
    { name: 'display_name', label: w.clientName, isRequired: true, ...theirs },
    { name: 'email', label: words.value.email, kind: 'email', hint: w.emailHint, ...theirs },
    { name: 'name', label: w.what, isRequired: true, isWide: true, ...work },
    { name: 'unit_price', label: price, kind: 'money', isRequired: true, ...work },
    {
      name: 'tax',
      label: w.tax,
      kind: 'choice',
      isRequired: true,
      options: [...rates.map(({ id, name }) => ({ value: id, label: name })), { value: untaxed, label: w.noTax }],
      ...work,
    },
  ];
}
