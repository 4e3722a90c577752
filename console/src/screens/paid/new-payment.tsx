import { useState } from 'preact/hooks';
import { useAll } from '../../api/cache.ts';
import { query } from '../../app/router.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { type Field, textIn, type Values } from '../../kit/form/fields.ts';
import { home, isNothing, today, typedDecimal } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { clientSource } from '../sell/line-fields.ts';
import { AllocationTable } from './allocation-table.tsx';
import { type Open, suggested } from './allocation.ts';
import { paymentChanges } from './payment-actions.tsx';
import { methodSource } from './refund-fields.ts';

const shown = 'number,sale_date,due_date,amount_due,currency,is_overdue';
const unpaid = `sales?kind=sale&status=confirmed&payment_status=unpaid,partially_paid&fields=${shown}`;

/** Money that came in, and the sales that it settles: the oldest first, until somebody says otherwise. */
export function NewPayment() {
  const w = words.value;
  const { paid: texts } = w.sell;
  const start = { client_id: query.value.get('client_id') ?? '', payment_date: today() };
  const [values, setValues] = useState<Values>(start);
  const [isSuspect, setSuspect] = useState(false);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const clientId = textIn(values, 'client_id');
  const all = useAll<Open>(clientId === '' ? undefined : `${unpaid}&client_id=${clientId}`).rows;
  const currencies = [...new Set([home.currency.value, ...all.map(({ currency }) => currency)])];
  const currency = textIn(values, 'currency') || home.currency.value;
  const open = all.filter((sale) => sale.currency === currency).toSorted(byDueDate);
  const parts = suggested(typedDecimal(textIn(values, 'amount')), open);
  const allocated = open.map((sale) => {
    const text = typed[sale.id];
    return { sale, amount: text === undefined ? (parts.get(sale.id) ?? '') : (typedDecimal(text) ?? ''), text };
  });
  const fields: readonly Field[] = [
    { name: 'client_id', label: w.client, kind: 'record', source: clientSource, isWide: true },
    { name: 'amount', label: w.amount, kind: 'money', isRequired: true },
    { name: 'method_id', label: texts.method, kind: 'record', source: methodSource, isRequired: true },
    { name: 'payment_date', label: w.columns.date, kind: 'day', isRequired: true },
    { name: 'reference', label: texts.reference },
    {
      name: 'currency',
      label: w.sell.clients.currency,
      kind: 'choice',
      options: currencies.map((code) => ({ value: code, label: code })),
      isShown: () => currencies.length > 1,
    },
    { name: 'notes', label: texts.notes, kind: 'area' },
    { name: 'allow_duplicate', label: texts.another, kind: 'yes', isWide: true, isShown: () => isSuspect },
  ];
  return (
    <CreateScreen
      title={texts.record}
      path="payments"
      submit={texts.record}
      back={{ href: '/payments', label: w.payments }}
      to={({ id }) => `/payments?open=${id}`}
      start={start}
      fields={fields}
      changes={paymentChanges}
      onValues={setValues}
      onRefused={({ code }) => setSuspect(code === 'payment_duplicate_suspected')}
      complete={(body) => ({
        ...body,
        allocations: allocated
          .filter(({ amount }) => amount !== '' && !isNothing(amount))
          .map(({ sale, amount }) => ({ sale_id: sale.id, amount })),
      })}
    >
      {clientId !== '' && (
        <AllocationTable
          of={allocated}
          amount={typedDecimal(textIn(values, 'amount'))}
          currency={currency}
          onType={(id, text) => setTyped({ ...typed, [id]: text })}
        />
      )}
    </CreateScreen>
  );
}

function byDueDate({ due_date: one }: Open, { due_date: other }: Open): number {
  return (one ?? '') < (other ?? '') ? -1 : 1;
}
