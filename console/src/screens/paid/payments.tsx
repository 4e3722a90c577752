import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { isNothing, listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { type Payment, paymentState } from './payment.ts';
import { PaymentPanel } from './payment-panel.tsx';

export function Payments() {
  const w = words.value;
  const { paid: texts } = w.sell;
  return (
    <ListScreen<Payment>
      title={w.payments}
      list={{
        path: 'payments',
        fields: 'number,status,client_name,payment_date,amount,amount_unapplied,currency,reference',
        sort: '-payment_date,-number',
        operation: 'list_payments',
      }}
      views={[
        { name: 'all', title: w.views.all, query: '' },
        { name: 'credit', title: texts.withCredit, query: 'has_credit=true' },
        { name: 'refunded', title: w.states.refunded, query: 'status=refunded,partially_refunded' },
        { name: 'voided', title: w.views.voided, query: 'status=voided' },
      ]}
      filters={[
        { name: 'q', label: texts.find, kind: 'find' },
        ...daysOf('payment_date'),
        { name: 'least', as: 'amount[gte]', label: w.least, kind: 'money' },
        { name: 'client_id', label: w.client, kind: 'hidden' },
      ]}
      create={{ href: '/payments/new', label: texts.record, needs: 'payments:write' }}
      empty={{ title: texts.empty, hint: texts.emptyHint }}
      counted={texts.counted}
      panel={(id) => <PaymentPanel key={id} id={id} />}
      columns={[
        {
          key: 'number',
          title: w.columns.number,
          width: '8rem',
          phone: 'note',
          sort: 'number',
          cell: ({ number }) => number,
        },
        {
          key: 'client',
          title: w.columns.client,
          width: 'minmax(8rem, 2fr)',
          phone: 'lead',
          cell: ({ client_name }) => <bdi>{client_name ?? w.walkIn}</bdi>,
        },
        { key: 'reference', title: texts.reference, isExtra: true, cell: ({ reference }) => reference },
        {
          key: 'date',
          sort: 'payment_date',
          startsHigh: true,
          title: w.columns.date,
          width: '6.5rem',
          isExtra: true,
          cell: ({ payment_date }) => listDay(payment_date),
        },
        {
          key: 'status',
          title: w.columns.status,
          width: '8rem',
          phone: 'mark',
          cell: (row) => <State of={paymentState(row)} />,
        },
        {
          key: 'unapplied',
          sum: 'amount_unapplied',
          title: texts.unapplied,
          isFigure: true,
          width: 'minmax(6rem, max-content)',
          isExtra: true,
          cell: ({ amount_unapplied, currency }) =>
            isNothing(amount_unapplied) ? '' : money(amount_unapplied, currency),
        },
        {
          key: 'amount',
          sort: 'amount',
          startsHigh: true,
          sum: 'total',
          title: w.amount,
          isFigure: true,
          width: 'minmax(7rem, max-content)',
          phone: 'amount',
          cell: ({ amount, currency }) => money(amount, currency),
        },
      ]}
    />
  );
}
