import { go, goWith } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { spreadFields } from '../../kit/form/spread-fields.ts';
import { earlyTexts, payableToday } from '../../kit/early-discounts.ts';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { ReassignAction } from '../books/reassign-action.tsx';
import { type Expense, paidWithField } from './expense.ts';
import { scheduleChanges, scheduleFields } from './scheduled-payment.ts';

export const expenseChanges = ['expenses', 'reports', 'stock', 'transactions', 'files'];

/** Actions that the status of the expense allows. */
export function ExpenseActions({ of }: { readonly of: Expense }) {
  const { id, status, amount_due, version } = of;
  const w = words.value.spending;
  const path = `expenses/${id}`;
  const body = { version };
  const isOpen = ['draft', 'rejected'].includes(status);
  return (
    <>
      {status === 'posted' && Number(amount_due) > 0 && (
        <ActionButton
          label={w.pay}
          letter="p"
          path={`expenses/${id}/pay`}
          needs="expenses:manage"
          fields={[
            paidWithField(),
            { name: 'amount', label: w.amount, kind: 'money', isRequired: true, hint: earlyTexts(of).join(' · ') },
            { name: 'payment_date', label: w.day, kind: 'day', isRequired: true },
            { name: 'reference', label: w.reference },
          ]}
          start={{ amount: payableToday(of), payment_date: today() }}
          changes={expenseChanges}
          isPrimary
        />
      )}
      {status === 'posted' && Number(amount_due) > 0 && of.supplier_id !== null && (
        <ActionButton
          label={words.value.payingBills.schedule}
          path="scheduled-payments"
          needs="expenses:manage"
          fields={[
            { name: 'amount', label: w.amount, kind: 'money', hint: words.value.payingBills.amountHint },
            ...scheduleFields(),
          ]}
          start={{ timing: 'due_date' }}
          body={{ expense_id: id }}
          warning={words.value.payingBills.scheduleHint}
          changes={scheduleChanges}
          onDone={(made) => go(`/scheduled-payments?open=${made.id}`)}
        />
      )}
      {(isOpen || status === 'approved') && (
        <ActionButton
          label={w.post}
          path={`expenses/${id}/post`}
          needs="expenses:manage"
          body={body}
          changes={expenseChanges}
          isPrimary
        />
      )}
      {isOpen && (
        <>
          <ActionButton
            label={w.submit}
            path={`expenses/${id}/submit`}
            needs="expenses:write"
            body={body}
            changes={expenseChanges}
          />
          <a class="button" href={`/expenses/${id}/edit`}>
            {words.value.form.edit}
          </a>
        </>
      )}
      {status === 'submitted' && (
        <>
          <ActionButton
            label={w.approve}
            letter="a"
            path={`expenses/${id}/approve`}
            needs="expenses:approve"
            body={body}
            changes={expenseChanges}
            isPrimary
          />
          <ActionButton
            label={w.reject}
            path={`expenses/${id}/reject`}
            needs="expenses:approve"
            fields={[{ name: 'reason', label: w.reason, isRequired: true, isWide: true }]}
            body={body}
            changes={expenseChanges}
          />
        </>
      )}
      {status === 'posted' && of.kind !== 'credit_note' && (
        <ActionButton
          label={words.value.spreading.spread}
          path={`expenses/${id}/spread`}
          needs="ledger:write"
          warning={words.value.spreading.spreadHint}
          fields={spreadFields(
            of.lines.map((line) => ({ id: line.id, description: line.description ?? line.category?.name ?? '' })),
          )}
          start={{ method: 'month', from: of.expense_date }}
          changes={[...expenseChanges, 'schedules']}
          onDone={(made) => go(`/schedules?open=${made.id}`)}
        />
      )}
      {status === 'posted' && of.kind !== 'credit_note' && (
        <a class="button" href={`/assets/new?expense=${id}`}>
          {words.value.fixedAssets.capitalise}
        </a>
      )}
      {status === 'posted' && (
        <ReassignAction
          of={{ expense_id: id }}
          lines={of.lines.map((line) => ({
            name: line.description ?? line.category?.name ?? '',
            ids: line.dimension_value_ids,
          }))}
          changes={expenseChanges}
        />
      )}
      {status === 'posted' && (
        <ActionButton
          label={w.void}
          path={`expenses/${id}/void`}
          needs="expenses:manage"
          fields={[{ name: 'reason', label: w.reason, isRequired: true, isWide: true }]}
          warning={w.voidHint}
          changes={expenseChanges}
          isDangerous
        />
      )}
      {status === 'draft' && (
        <ActionButton
          label={words.value.form.delete}
          path={path}
          method="DELETE"
          needs="expenses:write"
          warning={w.deleteHint}
          changes={expenseChanges}
          onDone={() => goWith({ open: undefined })}
          isDangerous
        />
      )}
    </>
  );
}
