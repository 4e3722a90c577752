import { z } from 'zod';
import { type Day, laterOf } from '../../../core/calendar.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { saidCut } from '../../../operation/cut.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import {
  bankConfirmed,
  openDay,
  post,
  type Posting,
  reversalDate,
  reversalDay,
  reversalsOf,
} from '../../ledger/index.ts';
import { expensePaymentVoided } from '../expense.ts';
import { factsOf, paymentRecord } from '../expense-record.ts';
import type { ExpenseRow, PaymentRow } from '../expense-row.ts';
import { paidWithout } from '../posting/expense-worth.ts';
import { creditSince } from '../supplier-credits/supplier-credit.ts';
import {
  keepSupplierPaymentBefore,
  type StoredSupplierPayment,
  SupplierPayment,
  supplierPaymentRecord,
  type SupplierPaymentRow,
  supplierPaymentVoided,
  creditOfNote,
  supplierRefundsRemain,
} from './supplier-payment.ts';
import { changePaid, lockOwedExpenses, lockSupplierPayment, partRowsOf } from './supplier-payment-store.ts';
import { linesOfPayments, paymentReversal } from '../posting/void-expense-payment.ts';

export const voidSupplierPayment = operation({
  name: 'void_supplier_payment',
  summary: 'Void a supplier payment recorded by mistake; all its expenses are owed again.',
  guidance: 'This cannot be undone. Its entries are reversed; the payment and its number stay on record.',
  http: 'POST /supplier-payments/{id}/void',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('supplier_payment'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: SupplierPayment,
  refuses: [
    bankConfirmed,
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    supplierRefundsRemain,
    creditOfNote,
  ],
  emits: [supplierPaymentVoided, expensePaymentVoided],
  async run(context, { id, reason, date, version }) {
    const source = { type: 'expense', id, event: expensePaymentVoided.type };
    const whole = { type: 'supplier_payment', id, event: supplierPaymentVoided.type };
    const [before, payments, open] = await Promise.all([
      lockSupplierPayment(context, id, version),
      partRowsOf(context, id),
      openDay(context, source, context.today),
    ]);
    if (before.row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    const { credit_note_id: note } = before.row;
    if (note !== null) throw creditOfNote({ credit_note_id: z.encode(Id('expense'), note) });
    refuseRefunded(before);
    keepSupplierPaymentBefore(context, before);
    const day = reversalDay(context, { asked: date, open, recorded: creditSince(before) });
    const [kept, { row, reversals }] = await Promise.all([
      reversalsOf(context, whole, { date: day, memo: `Void of payment ${before.row.number}` }),
      takeBack(context, before.row, { payments, day, reason: reason ?? null }),
    ]);
    post(context, [...reversals, ...kept]);
    const record = supplierPaymentRecord(context, { ...before, row });
    context.emit(supplierPaymentVoided(record));
    return record;
  },
});

const refundsNamedMax = 20;

/** Refunds by the supplier have to be voided first. */
export function refuseRefunded({ row, refunds }: StoredSupplierPayment): void {
  if (row.amount_refunded === 0n) return;
  const left = refunds.filter((one) => one.reversed_on === null);
  const named = left.slice(0, refundsNamedMax);
  throw supplierRefundsRemain({
    amount_refunded: formatMoney(money(row.amount_refunded, row.currency)),
    refunds: named.map(({ id }) => z.encode(Id('supplier_refund'), id)),
    ...saidCut({
      list: 'refunds',
      shown: named.length,
      left: left.length - named.length,
      how: 'get_supplier_payment has all of them.',
    }),
  });
}

/** Takes back a locked payment and its parts, and tells who listens; answers what is still to be posted. */
export async function takeBack(
  context: Context,
  before: SupplierPaymentRow,
  { payments, ...voiding }: { readonly payments: readonly PaymentRow[] } & Voiding,
): Promise<{ readonly row: SupplierPaymentRow; readonly reversals: readonly Posting[] }> {
  const [expenses, lines] = await Promise.all([
    lockOwedExpenses(context, { ids: payments.map((payment) => payment.expense_id) }),
    linesOfPayments(context, payments),
  ]);
  const row = voided(context, before, voiding);
  const parts = unpaid(context, { payments, expenses, row });
  for (const { expense, payment } of parts) {
    const notice = paymentRecord(context, payment, expense.currency);
    context.emit(expensePaymentVoided({ ...factsOf(context, expense), payment: notice }));
  }
  return {
    row,
    reversals: parts.flatMap(({ expense, payment }) => paymentReversal(context, expense, { payment, lines })),
  };
}

type Voided = SupplierPaymentRow & { readonly voided_on: Day };
type Voiding = { readonly day: Day; readonly reason: string | null };

/** Takes back it and its parts, without waiting. */
function voided(context: Context, before: SupplierPaymentRow, { day, reason }: Voiding): Voided {
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  const row = {
    ...before,
    voided_at: now,
    voided_on: day,
    void_reason: reason,
    amount_allocated: 0n,
    base_used: before.base_used === null ? null : 0n,
    version: before.version + 1,
    updated_at: now,
    updated_by: stamp,
  };
  db.later(sql`
    update supplier_payments set voided_at = ${now}, voided_on = ${day}, void_reason = ${reason},
      amount_allocated = 0, base_used = ${row.base_used}, version = ${row.version}, updated_at = ${now},
      updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${row.id}`);
  // Allocations of its credit may be dated later, and are never reversed before their own date.
  db.later(sql`
    update expense_payments set reversed_on = greatest(payment_date, ${day}), reversed_at = ${now},
      reverse_reason = ${reason}
    where organization_id = ${organization} and reversed_on is null and (supplier_payment_id = ${row.id}
      or discount_of in (select id from expense_payments
        where organization_id = ${organization} and supplier_payment_id = ${row.id}))`);
  return row;
}

type Unpaying = {
  readonly payments: readonly PaymentRow[];
  readonly expenses: readonly ExpenseRow[];
  readonly row: Voided;
};

/** Each part as it is taken back, with its expense as it is owed again. */
function unpaid(context: Context, { payments, expenses, row }: Unpaying) {
  const locked = new Map(expenses.map((expense) => [expense.id, expense]));
  const parts = payments.flatMap((payment) => {
    const expense = locked.get(payment.expense_id);
    return expense === undefined ? [] : [{ payment, expense }];
  });
  if (parts.length < payments.length) throw new RangeError('a payment outlived its expense');
  const byExpense = Map.groupBy(parts, ({ expense }) => expense);
  const owed = changePaid(
    context,
    [...byExpense].map(([expense, own]) =>
      own.reduce((left, { payment }) => ({ ...left, ...paidWithout(left, payment) }), expense),
    ),
  );
  return parts.map(({ payment, expense }) => ({
    payment: { ...payment, reversed_on: laterOf(row.voided_on, payment.payment_date), reverse_reason: row.void_reason },
    expense: owed.find(({ id }) => id === expense.id) ?? expense,
  }));
}
