import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { at } from '../../../core/list.ts';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import {
  bankConfirmed,
  linesOfEntries,
  openDay,
  post,
  type Posting,
  reversalDate,
  reversalDay,
  reversalPosting,
} from '../../ledger/index.ts';
import { writeStates } from './change-state.ts';
import { Expense, expensePaymentVoided } from '../expense.ts';
import { expenseRecord, factsOf, keepBefore, paymentRecord } from '../expense-record.ts';
import type { ExpenseRow, PaymentRow } from '../expense-row.ts';
import { paidWithout } from './expense-worth.ts';
import { headerOf } from './expense-entry.ts';
import { expenseOfPayment, lockExpense } from '../store.ts';
import { partOfPayment } from '../supplier-payments/supplier-payment.ts';

export const voidExpensePayment = operation({
  name: 'void_expense_payment',
  summary: 'Void an expense payment recorded by mistake: reverses its entry; the expense is due again.',
  http: 'POST /expense-payments/{id}/void',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('expense_payment'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional().describe('Of the expense.'),
  }),
  output: Expense,
  refuses: [bankConfirmed, notFound, validationFailed, versionConflict, invalidStateTransition, partOfPayment],
  emits: [expensePaymentVoided],
  async run(context, { id, reason, date, version }) {
    const source = { type: 'expense', id, event: expensePaymentVoided.type };
    const [before, open] = await Promise.all([
      lockExpense(context, await expenseOfPayment(context, id), version),
      openDay(context, source, context.today),
    ]);
    const index = before.payments.findIndex((payment) => payment.id === id);
    const payment = at(before.payments, index);
    if (payment.supplier_payment_id !== null) {
      throw partOfPayment({ supplier_payment_id: z.encode(Id('supplier_payment'), payment.supplier_payment_id) });
    }
    if (payment.reversed_on !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    keepBefore(context, before);
    const day = reversalDay(context, { asked: date, open, recorded: payment.payment_date });
    const taken = [payment, ...discountsWith(before.payments, [id])];
    const lines = await linesOfPayments(context, taken);
    const voided = taken.map((one) => reverse(context, one, { day, reason: reason ?? null }));
    const { amount_paid, base_paid } = taken.reduce((row, one) => ({ ...row, ...paidWithout(row, one) }), before.row);
    const row = writeStates(context, before.row, { amount_paid, base_paid });
    post(
      context,
      voided.flatMap((one) => paymentReversal(context, row, { payment: one, lines })),
    );
    const payments = before.payments.map((one) => voided.find(({ id: own }) => own === one.id) ?? one);
    context.emit(
      expensePaymentVoided({
        ...factsOf(context, row),
        payment: paymentRecord(context, at(voided, 0), row.currency),
      }),
    );
    return expenseRecord(context, { row, lines: before.lines, payments });
  },
});

/** The discounts that payments were early for, as they stand. */
function discountsWith(payments: readonly PaymentRow[], ids: readonly string[]): PaymentRow[] {
  return payments.filter((one) => one.reversed_on === null && ids.includes(one.discount_of ?? ''));
}

export type Reversed = PaymentRow & { readonly reversed_on: Day };
type Reversing = { readonly day: Day; readonly reason: string | null };

function reverse(context: Context, payment: PaymentRow, { day, reason }: Reversing): Reversed {
  const { db, organization, now } = context;
  db.later(sql`
    update expense_payments set reversed_on = ${day}, reversed_at = ${now}, reverse_reason = ${reason}
    where organization_id = ${organization} and id = ${payment.id}`);
  return { ...payment, reversed_on: day, reverse_reason: reason };
}

/** Entries of payments, by their id, as `linesOfEntries` reads them. */
type EntryLines = Awaited<ReturnType<typeof linesOfEntries>>;

export function linesOfPayments(context: Context, payments: readonly PaymentRow[]): Promise<EntryLines> {
  return linesOfEntries(
    context,
    payments.flatMap(({ entry_id: id }) => id ?? []),
  );
}

/** Nothing where the payment moved nothing: a supplier credit that was used at its own worth. */
export function paymentReversal(
  context: Context,
  row: ExpenseRow,
  { payment, lines }: { readonly payment: Reversed; readonly lines: EntryLines },
): Posting[] {
  const { entry_id: entryId } = payment;
  if (entryId === null) return [];
  const header = headerOf(row, {
    date: payment.reversed_on,
    event: expensePaymentVoided.type,
    what: 'Void of a payment',
  });
  return [reversalPosting(context, entryId, { header, lines: lines.get(entryId) ?? [] })];
}
