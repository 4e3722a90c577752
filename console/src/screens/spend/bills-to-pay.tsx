import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { ExpensePanel } from './expense-panel.tsx';
import { partlyDone, scheduleChanges, scheduleFields } from './scheduled-payment.ts';

type Bill = {
  readonly id: string;
  readonly number: string;
  readonly supplier_name: string | null;
  readonly due_date: string;
  readonly is_overdue: boolean;
  readonly currency: string;
  readonly amount_due: string;
  readonly discount: { readonly amount: string; readonly pay_by: string } | null;
  readonly iban: string | null;
  readonly pay_on: string | null;
};

/** Open bills of suppliers: choose them, and plan their payments in one go. */
export function BillsToPay() {
  const { payingBills: w, billsToPay, columns, spending } = words.value;
  const start = { timing: 'due_date' };
  return (
    <ListScreen<Bill>
      title={billsToPay}
      list={{
        path: 'bills-to-pay',
        fields: 'id,number,supplier_name,due_date,is_overdue,currency,amount_due,discount,iban,pay_on',
        sort: 'due_date',
      }}
      views={[
        { name: 'open', title: w.toSchedule, query: 'is_scheduled=false' },
        { name: 'scheduled', title: words.value.states.scheduled, query: 'is_scheduled=true' },
        { name: 'no-iban', title: w.withoutIban, query: 'has_iban=false' },
        { name: 'all', title: words.value.views.all, query: '' },
      ]}
      filters={[...daysOf('due_date'), { name: 'supplier_id', label: spending.supplier, kind: 'hidden' }]}
      empty={{ title: w.nothingToPay }}
      actions={
        <ActionButton
          label={w.scheduleAll}
          path="scheduled-payments/schedule"
          needs="expenses:manage"
          fields={[{ name: 'due_through', label: w.dueThrough, kind: 'day', isRequired: true }, ...scheduleFields()]}
          start={start}
          warning={w.scheduleHint}
          changes={scheduleChanges}
          done={partlyDone(w.scheduleAll)}
        />
      }
      bulk={{
        actions: [
          {
            label: w.schedule,
            action: 'schedule',
            needs: 'expenses:manage',
            isFor: ({ pay_on }) => pay_on === null,
            fields: scheduleFields(),
            start,
            warning: w.scheduleHint,
            together: { path: 'scheduled-payments/schedule', ids: 'expense_ids' },
            changes: scheduleChanges,
          },
        ],
        titleOf: ({ number, supplier_name }) => `${number} ${supplier_name ?? ''}`,
      }}
      panel={(id) => <ExpensePanel key={id} id={id} />}
      columns={[
        { key: 'number', title: columns.number, width: '8.5rem', phone: 'note', cell: ({ number }) => number },
        {
          key: 'supplier',
          title: spending.supplier,
          width: 'minmax(8rem, 2fr)',
          phone: 'lead',
          cell: ({ supplier_name }) => <bdi>{supplier_name}</bdi>,
        },
        {
          key: 'due',
          sort: 'due_date',
          title: spending.due,
          width: '6.5rem',
          cell: ({ due_date }) => listDay(due_date),
        },
        {
          key: 'discount',
          title: w.saving,
          width: 'minmax(9rem, max-content)',
          isExtra: true,
          cell: ({ discount, currency }) =>
            discount &&
            filled(w.savingUntil, { amount: money(discount.amount, currency), day: listDay(discount.pay_by) }),
        },
        {
          key: 'status',
          title: columns.status,
          width: '9rem',
          phone: 'mark',
          cell: (bill) => stateOf(bill),
        },
        {
          key: 'amount',
          sort: 'amount_due',
          startsHigh: true,
          title: spending.amount,
          isFigure: true,
          width: 'minmax(7rem, max-content)',
          phone: 'amount',
          cell: ({ amount_due, currency }) => money(amount_due, currency),
        },
      ]}
    />
  );
}

function stateOf({ pay_on: day, is_overdue: isOverdue, iban }: Bill) {
  const w = words.value.payingBills;
  if (day !== null) return <span class="state open">{filled(w.onDay, { day: listDay(day) })}</span>;
  if (isOverdue) return <State of="overdue" />;
  return iban === null ? <span class="state bad">{w.problems.no_iban}</span> : <State of="open" />;
}
