import type { SaleRow } from '../../api/types.ts';
import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { bulkSaleActions } from './bulk-sale-actions.ts';
import { SalePanel } from './sale-panel.tsx';
import { stateOf } from './state-of-sale.ts';

export function Sales() {
  const w = words.value;
  return (
    <ListScreen<SaleRow>
      title={w.sales}
      list={{
        path: 'sales',
        fields: 'number,client_name,sale_date,due_date,status,payment_status,total,amount_due,currency,is_overdue',
        sort: '-sale_date,-number',
        operation: 'list_sales',
      }}
      views={[
        { name: 'all', title: w.views.all, query: '' },
        { name: 'open', title: w.views.open, query: 'payment_status=unpaid,partially_paid&status=confirmed' },
        { name: 'overdue', title: w.views.overdue, query: 'overdue=true' },
        { name: 'draft', title: w.views.draft, query: 'status=draft' },
        { name: 'voided', title: w.views.voided, query: 'status=voided' },
      ]}
      filters={[
        { name: 'q', label: w.find, kind: 'find' },
        ...daysOf('sale_date'),
        { name: 'least', as: 'total[gte]', label: w.least, kind: 'money' },
        { name: 'client_id', label: w.client, kind: 'hidden' },
      ]}
      create={{ href: '/sales/new', label: w.newSale, needs: 'sales:write' }}
      empty={{ title: w.emptySales, hint: w.emptySalesHint }}
      counted={w.counted}
      bulk={{
        actions: bulkSaleActions(),
        titleOf: ({ number, client_name }) => `${number ?? w.states.draft} ${client_name ?? ''}`,
      }}
      panel={(id) => <SalePanel id={id} />}
      columns={[
        {
          key: 'number',
          sort: 'number',
          title: w.columns.number,
          width: '8.5rem',
          phone: 'note',
          cell: ({ number }) => number ?? '–',
        },
        {
          key: 'client',
          sort: 'client_name',
          title: w.columns.client,
          width: 'minmax(7rem, 1fr)',
          phone: 'lead',
          cell: ({ client_name }) => client_name ?? <span class="quiet">{w.walkIn}</span>,
        },
        {
          key: 'date',
          title: w.columns.date,
          width: '7rem',
          sort: 'sale_date',
          startsHigh: true,
          cell: ({ sale_date }) => listDay(sale_date),
        },
        {
          key: 'due',
          sort: 'due_date',
          title: w.columns.due,
          width: '6.5rem',
          isExtra: true,
          cell: ({ due_date, amount_due }) => (Number(amount_due) > 0 && due_date ? listDay(due_date) : ''),
        },
        {
          key: 'status',
          title: w.columns.status,
          width: '7.5rem',
          phone: 'mark',
          cell: (row) => <State of={stateOf(row)} />,
        },
        {
          key: 'open',
          sort: 'amount_due',
          startsHigh: true,
          sum: 'amount_due',
          title: w.columns.open,
          width: '6.5rem',
          isExtra: true,
          isFigure: true,
          cell: ({ amount_due, currency, status }) =>
            Number(amount_due) > 0 && status !== 'draft' ? money(amount_due, currency) : '',
        },
        {
          key: 'total',
          sort: 'total',
          startsHigh: true,
          sum: 'total',
          title: w.columns.total,
          width: '7rem',
          phone: 'amount',
          isFigure: true,
          cell: ({ total, currency }) => money(total, currency),
        },
      ]}
    />
  );
}
