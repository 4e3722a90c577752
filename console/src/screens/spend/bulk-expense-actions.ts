import type { BulkAction } from '../../frames/chosen-bar.tsx';
import { payableToday } from '../../kit/early-discounts.ts';
import { isNothing, today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { type ExpenseRow, paidWithField } from './expense.ts';
import { expenseChanges as changes } from './expense-actions.tsx';

/** Actions on many expenses at once: a payment run, a month's receipts. */
export function bulkExpenseActions(): readonly BulkAction<ExpenseRow>[] {
  const w = words.value.spending;
  return [
    {
      label: w.pay,
      action: 'pay',
      needs: 'expenses:manage',
      isFor: ({ status, amount_due }) => status === 'posted' && !isNothing(amount_due),
      fields: [
        paidWithField(),
        { name: 'payment_date', label: w.day, kind: 'day', isRequired: true },
        { name: 'reference', label: w.reference },
      ],
      start: { payment_date: today() },
      data: (typed, owed) => ({ ...typed, amount: payableToday(owed) }),
      changes,
    },
    {
      label: w.approve,
      action: 'approve',
      needs: 'expenses:approve',
      isFor: ({ status }) => status === 'submitted',
      changes,
    },
    {
      label: w.post,
      action: 'post',
      needs: 'expenses:manage',
      isFor: ({ status }) => ['draft', 'rejected', 'approved'].includes(status),
      changes,
    },
    {
      label: words.value.form.delete,
      action: 'delete',
      needs: 'expenses:write',
      isFor: ({ status }) => status === 'draft',
      warning: w.deleteHint,
      changes,
      isDangerous: true,
    },
  ];
}
