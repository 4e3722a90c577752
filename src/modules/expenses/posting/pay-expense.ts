import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneForEach } from '../../../operation/undo.ts';
import { Amount, Day, Id, Text, Version } from '../../../wire/index.ts';
import { exchangeRateMissing, knownRate, settlingRate } from '../../exchange/index.ts';
import { type AccountsByRole, accountsByRole, post } from '../../ledger/index.ts';
import {
  amountExceedsDue,
  earlyDiscountInput,
  earlyDiscountsOn,
  methodArchived,
  methodOf,
  methodsOf,
  paymentDay,
} from '../../payments/index.ts';
import { ambiguousName, amountFrom } from '../../sales/index.ts';
import { writeStates } from './change-state.ts';
import { Expense, expensePaid } from '../expense.ts';
import { checkState, expenseRecord, factsOf, keepBefore, paymentRecord } from '../expense-record.ts';
import type { ExpenseRow, PaymentRow, StoredExpense } from '../expense-row.ts';
import { assetAccounts, planDiscount } from './early-discount.ts';
import { paidWith } from './expense-worth.ts';
import { planPayment, type PlannedPayment } from './post-planned.ts';
import { insertPayments, lockExpense } from '../store.ts';

export const payExpense = operation({
  name: 'pay_expense',
  summary: 'Pay a posted expense, or reimburse the member who paid it; default: the balance due.',
  http: 'POST /expenses/{id}/pay',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  creates: true,
  paysOut: true,
  keyRequired: true,
  posts: true,
  undo: undoneForEach('payments', 'void_expense_payment'),
  input: z.strictObject({
    id: Id('expense'),
    amount: Amount.optional().describe(
      'Default: the balance due, less the discount that it is in time for. In the currency of the expense.',
    ),
    early_discount: earlyDiscountInput,
    exchange_rate: Amount.optional().describe(
      'Exchange rate of the payment, in another currency. Default: from the rate table.',
    ),
    method_id: Id('payment_method').optional(),
    method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
    payment_date: Day.optional().describe('Default: today.'),
    reference: Text(255).nullable().optional(),
    version: Version.optional(),
  }),
  output: Expense,
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    ambiguousName,
    methodArchived,
    exchangeRateMissing,
    invalidStateTransition,
    amountExceedsDue,
  ],
  emits: [expensePaid],
  async run(context, { id, version, ...input }) {
    const [before, methods, accounts] = await Promise.all([
      lockExpense(context, id, version),
      methodsOf(context),
      accountsByRole(context),
    ]);
    const { row } = before;
    checkState(row, 'pay_expense');
    const method = methodOf(methods, input, '');
    const reference = input.reference ?? null;
    if (method.requires_reference && reference === null) {
      throw fault('/reference', 'required', `Payments by ${method.name} need a reference.`);
    }
    const due = row.total - row.amount_paid;
    const date = paymentDay(context, input.payment_date);
    const paying = { paid: date, isWanted: input.early_discount };
    const early = await earlyDiscountsOn(context, [{ ...row, due }], paying);
    const payable = due - early.whole(row.id);
    const amount = input.amount === undefined ? payable : amountFrom(input.amount, '/amount', row.currency);
    if (amount > due || due === 0n) throw exceedsDue(row);
    if (amount === 0n) throw fault('/amount', 'not_positive', 'Write an amount above zero.');
    if (date < row.expense_date) {
      throw fault('/payment_date', 'before_expense', 'Send the date of the expense or a later one.');
    }
    const known = await knownRate(context, row.currency, date);
    const rate = settlingRate(context, row, { day: date, given: input.exchange_rate, known });
    keepBefore(context, before);
    const { payment, postings } = planPayment(context, row, { accounts, method, amount, date, rate, reference });
    const discount = await discountWith(context, before, { payment, amount: early.with(row.id, amount), accounts });
    const made = [payment, ...discount.map((one) => one.payment)];
    insertPayments(context, made);
    const settled = made.reduce((state, one) => ({ ...state, ...paidWith(state, one) }), row);
    const { amount_paid, base_paid } = settled;
    const paid = writeStates(context, row, { amount_paid, base_paid });
    post(context, [...postings, ...discount.flatMap((one) => one.postings)]);
    context.emit(expensePaid({ ...factsOf(context, paid), payment: paymentRecord(context, payment, row.currency) }));
    return expenseRecord(context, { row: paid, lines: before.lines, payments: [...before.payments, ...made] });
  },
});

type Early = { readonly payment: PaymentRow; readonly amount: bigint; readonly accounts: AccountsByRole };

/** The early-payment discount that a payment is in time for, if any. */
async function discountWith(
  context: Context,
  { row, lines }: StoredExpense,
  { payment, amount, accounts }: Early,
): Promise<PlannedPayment[]> {
  if (amount === 0n) return [];
  const assets = await assetAccounts(context, lines);
  return [planDiscount(context, row, { payment, amount, lines, accounts, assets })];
}

function exceedsDue({ total, amount_paid: paid, currency, number }: ExpenseRow): Error {
  const message = 'The amount exceeds the balance due.';
  return amountExceedsDue({
    max: formatMoney(money(total - paid, currency)),
    currency,
    expense: number,
    hint: 'Pay at most `max`.',
    errors: [{ pointer: '/amount', code: 'amount_exceeds_due', message }],
  });
}
