import { z } from 'zod';
import { laterOf } from '../../core/calendar.ts';
import { formatMoney, money } from '../../core/money.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { post, reversalsOf } from '../ledger/index.ts';
import { writeStates } from './change-state.ts';
import { Expense, expenseInvoiced, expensePaymentsRemain, expenseVoided } from './expense.ts';
import { checkState, expenseRecord, factsOf, keepBefore } from './expense-record.ts';
import { lockExpense } from './store.ts';

export const voidExpense = operation({
  name: 'void_expense',
  summary: 'Voids a posted expense that has no payments: its entry is reversed, today.',
  guidance: 'It cannot be undone. The expense, its number and its entry stay on record.',
  http: 'POST /expenses/{id}/void',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  input: z.strictObject({ id: Id('expense'), reason: Text(500).optional(), version: Version.optional() }),
  output: Expense,
  refuses: [notFound, versionConflict, invalidStateTransition, expensePaymentsRemain, expenseInvoiced],
  emits: [expenseVoided],
  async run(context, { id, reason, version }) {
    // Read once the lock is held: what else may be posted for it waits.
    const [before, reversals] = await Promise.all([
      lockExpense(context, id, version),
      reversalsOf(context, { type: 'expense', id, event: expenseVoided.type }, 'Void of an expense'),
    ]);
    const { row } = before;
    checkState(row, 'void_expense');
    if (row.amount_paid > 0n) {
      throw expensePaymentsRemain({ amount_paid: formatMoney(money(row.amount_paid, row.currency)) });
    }
    const saleIds = new Set(before.lines.flatMap((line) => line.invoiced_sale_id ?? []));
    if (saleIds.size > 0) throw expenseInvoiced({ sale_ids: [...saleIds].map((sale) => z.encode(Id('sale'), sale)) });
    keepBefore(context, before);
    const voided = writeStates(context, row, {
      status: 'voided',
      voided_at: context.now,
      // An expense may be dated tomorrow, and is never void before it was made.
      voided_on: laterOf(context.today, row.expense_date),
      void_reason: reason ?? null,
    });
    post(context, reversals);
    context.emit(expenseVoided(factsOf(context, voided)));
    return expenseRecord(context, { ...before, row: voided });
  },
});
