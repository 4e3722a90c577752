import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { bulkExpenseActions } from './bulk-expense-actions.ts';
import { expenseColumns, type ExpenseRow, payeeOf, stateOf } from './expense.ts';
import { ExpensePanel } from './expense-panel.tsx';

/** Bills and everything else that was spent. */
export function Expenses() {
  const w = words.value.spending;
  return (
    <ListScreen<ExpenseRow>
      title={w.title}
      list={{
        path: 'expenses',
        fields: expenseColumns,
        always: 'expand=supplier',
        sort: '-expense_date',
        operation: 'list_expenses',
      }}
      views={[
        { name: 'all', title: words.value.views.all, query: '' },
        { name: 'waiting', title: w.waiting, query: 'status=submitted' },
        { name: 'draft', title: words.value.views.draft, query: 'status=draft' },
        { name: 'open', title: w.toPay, query: 'status=posted&payment_status=unpaid,partially_paid' },
        { name: 'overdue', title: words.value.views.overdue, query: 'overdue=true' },
      ]}
      filters={[
        { name: 'q', label: w.find, kind: 'find' },
        ...daysOf('expense_date'),
        { name: 'supplier_id', label: w.supplier, kind: 'hidden' },
        { name: 'category_id', label: w.category, kind: 'hidden' },
      ]}
      create={{ href: '/expenses/new', label: w.create, needs: 'expenses:write' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      bulk={{ actions: bulkExpenseActions(), titleOf: (row) => `${row.number ?? '–'} ${payeeOf(row)}` }}
      panel={(id) => <ExpensePanel key={id} id={id} />}
      columns={[
        {
          key: 'number',
          sort: 'number',
          title: words.value.columns.number,
          width: '8.5rem',
          phone: 'note',
          cell: ({ number }) => number ?? '–',
        },
        { key: 'payee', title: w.payee, width: 'minmax(8rem, 1fr)', phone: 'lead', cell: payeeOf },
        {
          key: 'day',
          title: w.day,
          width: '7rem',
          sort: 'expense_date',
          startsHigh: true,
          cell: ({ expense_date }) => listDay(expense_date),
        },
        {
          key: 'due',
          sort: 'due_date',
          title: w.due,
          width: '6.5rem',
          isExtra: true,
          cell: ({ due_date, amount_due }) => (Number(amount_due) > 0 ? listDay(due_date) : ''),
        },
        {
          key: 'status',
          title: words.value.columns.status,
          width: '8rem',
          phone: 'mark',
          cell: (row) => <State of={stateOf(row)} />,
        },
        {
          key: 'total',
          sort: 'total',
          startsHigh: true,
          sum: 'total',
          title: words.value.columns.total,
          width: '7.5rem',
          isFigure: true,
          phone: 'amount',
          cell: ({ total, currency, kind }) => money(kind === 'credit_note' ? `-${total}` : total, currency),
        },
      ]}
    />
  );
}
