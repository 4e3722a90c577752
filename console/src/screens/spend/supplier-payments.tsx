import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { isNothing, listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import type { SupplierPayment } from './supplier-payment.ts';
import { SupplierPaymentPanel } from './supplier-payment-panel.tsx';

/** All that was paid to suppliers, for one bill or for many. */
export function SupplierPayments() {
  const { supplierPaying: w, supplierPayments, spending, views, least, columns } = words.value;
  return (
    <ListScreen<SupplierPayment>
      title={supplierPayments}
      list={{
        path: 'supplier-payments',
        fields: 'number,status,supplier_name,payment_date,amount,amount_unapplied,currency,reference',
        sort: '-payment_date,-number',
        operation: 'list_supplier_payments',
      }}
      views={[
        { name: 'all', title: views.all, query: '' },
        { name: 'credit', title: w.withCredit, query: 'has_credit=true' },
        { name: 'voided', title: views.voided, query: 'status=voided' },
      ]}
      filters={[
        { name: 'q', label: w.find, kind: 'find' },
        ...daysOf('payment_date'),
        { name: 'least', as: 'amount[gte]', label: least, kind: 'money' },
        { name: 'supplier_id', label: spending.supplier, kind: 'hidden' },
      ]}
      create={{ href: '/supplier-payments/new', label: w.create, needs: 'expenses:manage' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      counted={w.counted}
      panel={(id) => <SupplierPaymentPanel key={id} id={id} />}
      columns={[
        {
          key: 'number',
          sort: 'number',
          title: columns.number,
          width: '8rem',
          phone: 'note',
          cell: ({ number }) => number,
        },
        {
          key: 'supplier',
          title: spending.supplier,
          width: 'minmax(8rem, 2fr)',
          phone: 'lead',
          cell: ({ supplier_name }) => <bdi>{supplier_name}</bdi>,
        },
        { key: 'reference', title: spending.reference, isExtra: true, cell: ({ reference }) => reference },
        {
          key: 'date',
          sort: 'payment_date',
          startsHigh: true,
          title: spending.day,
          width: '6.5rem',
          isExtra: true,
          cell: ({ payment_date }) => listDay(payment_date),
        },
        {
          key: 'status',
          title: columns.status,
          width: '8rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
        {
          key: 'credit',
          title: w.credit,
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
          title: spending.amount,
          isFigure: true,
          width: 'minmax(7rem, max-content)',
          phone: 'amount',
          cell: ({ amount, currency }) => money(amount, currency),
        },
      ]}
    />
  );
}
