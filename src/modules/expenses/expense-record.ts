import { formatExchangeRate } from '../../core/exchange.ts';
import { money } from '../../core/money.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, type OperationName } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { baseOf } from '../exchange/index.ts';
import { earlyDiscountsOf } from '../sales/index.ts';
import { Expense, type ExpenseRecord } from './expense.ts';
import type { ExpenseRow, PaymentRow, StoredExpense, StoredLine, StoredTax } from './expense-row.ts';

/** The expense as it is answered. */
export function expenseRecord(context: Context, { row, lines, payments }: StoredExpense): ExpenseRecord {
  const { currency } = row;
  const amount = (minor: bigint) => money(minor, currency);
  const taxes = row.taxes.map((tax) => taxRecord(tax, currency));
  return {
    ...row,
    ...factsOf(context, row),
    ...worthOf(context, row),
    early_discounts: earlyDiscountsOf(row.early_discounts, factsOf(context, row).amount_due),
    organization_id: context.organization,
    lines: lines.map((line) => lineRecord(line, currency)),
    totals: {
      net: amount(row.net),
      tax: amount(row.tax),
      self_assessed_tax: amount(row.self_assessed_tax),
      recoverable_tax: amount(row.recoverable_tax),
      cost: amount(costOf(row)),
      total: amount(row.total),
      taxes,
    },
    payments: payments.map((payment) => paymentRecord(context, payment, currency)),
    supplier_payment_id: isCreditNote(row) && row.posted_at !== null ? row.id : null,
  };
}

/** Value in the base currency, and the exchange rate. */
function worthOf(context: Context, row: ExpenseRow) {
  const base = baseOf(context);
  const total = row.base_total ?? row.total;
  const due = isOwed(row) ? total - (row.base_paid ?? row.amount_paid) : 0n;
  return {
    base_currency: base,
    exchange_rate: rateOf(row),
    base_total: money(total, base),
    base_amount_due: money(due, base),
  };
}

function rateOf({ exchange_rate: rate }: { readonly exchange_rate: bigint | null }): string {
  return rate === null ? '1' : formatExchangeRate(rate);
}

/** Of a credit note nothing is owed, not even while it is a draft. */
function isOwed(row: Pick<ExpenseRow, 'kind' | 'status'>): boolean {
  return row.status !== 'voided' && !isCreditNote(row);
}

export function isCreditNote({ kind }: Pick<ExpenseRow, 'kind'>): boolean {
  return kind === 'credit_note';
}

/** The net, and the tax that is not claimed back. */
export function costOf(expense: Pick<ExpenseRow, 'total' | 'self_assessed_tax' | 'recoverable_tax'>): bigint {
  return expense.total + expense.self_assessed_tax - expense.recoverable_tax;
}

const wireExpense = encoderOf(Expense);

/** Keeps the expense as it was for the audit log, in wire form. */
export function keepBefore(context: Context, before: StoredExpense): void {
  context.before(wireExpense(expenseRecord(context, before)));
}

type Settled = Pick<ExpenseRow, 'status' | 'total' | 'amount_paid' | 'paid_by'>;

/** Payment status, derived from the amounts; the table derives the same for its filters. */
function paymentStatusOf({ status, total, amount_paid: paid, paid_by: by }: Settled): ExpenseRecord['payment_status'] {
  if (status !== 'posted' || paid === 0n) return 'unpaid';
  if (paid < total) return 'partially_paid';
  return by === 'member' ? 'reimbursed' : 'paid';
}

/** The facts of an expense, as its events tell them. */
export function factsOf({ today }: Context, row: ExpenseRow) {
  const { total, amount_paid: paid, currency } = row;
  const due = isOwed(row) ? total - paid : 0n;
  return {
    ...row,
    payment_status: paymentStatusOf(row),
    total: money(total, currency),
    amount_paid: money(paid, currency),
    amount_due: money(due, currency),
    is_overdue: row.status === 'posted' && due > 0n && row.due_date < today,
  };
}

function lineRecord(line: StoredLine, currency: string): ExpenseRecord['lines'][number] {
  const amount = (minor: bigint) => money(minor, currency);
  return {
    ...line,
    amount: amount(line.amount),
    tax_rate_ids: line.taxes.map((tax) => tax.rate_id),
    taxes: line.taxes.map((tax) => taxRecord(tax, currency)),
    net: amount(line.net),
    tax: amount(line.tax),
    self_assessed_tax: amount(line.self_assessed_tax),
    recoverable_tax: amount(line.recoverable_tax),
    cost: amount(costOf(line)),
    total: amount(line.total),
  };
}

export function paymentRecord(
  context: Context,
  payment: PaymentRow,
  currency: string,
): ExpenseRecord['payments'][number] {
  const { reversed_on: voidedOn, reverse_reason: reason } = payment;
  const base = baseOf(context);
  return {
    ...payment,
    kind: payment.discount_of === null ? 'payment' : 'early_discount',
    amount: money(payment.amount, currency),
    exchange_rate: rateOf(payment),
    base_amount: money(payment.base ?? payment.amount, base),
    fx_gain_loss: money(payment.fx_gain_loss ?? 0n, base),
    status: voidedOn === null ? 'completed' : 'voided',
    voided_on: voidedOn,
    void_reason: reason,
  };
}

function taxRecord(tax: StoredTax, currency: string): ExpenseRecord['totals']['taxes'][number] {
  return {
    rate_id: tax.rate_id,
    name: tax.name,
    percentage: BigInt(tax.percentage),
    category: tax.category,
    kind: tax.kind ?? 'standard',
    base: money(BigInt(tax.base), currency),
    amount: money(BigInt(tax.amount), currency),
    recoverable_percent: BigInt(tax.recoverable_percent),
    recoverable: money(BigInt(tax.recoverable), currency),
  };
}

const allowedFrom: Readonly<Record<ExpenseRow['status'], readonly OperationName[]>> = {
  draft: ['update_expense', 'submit_expense', 'post_expense', 'delete_expense'],
  submitted: ['approve_expense', 'reject_expense'],
  approved: ['post_expense', 'reject_expense'],
  rejected: ['update_expense', 'delete_expense'],
  posted: ['pay_expense', 'spread_expense', 'create_asset', 'void_expense'],
  voided: [],
};

/** Refuses what is not done with an expense in this state, and says what is. */
export function checkState({ status }: Pick<ExpenseRow, 'status'>, action: OperationName): void {
  const allowed = allowedFrom[status];
  if (!allowed.includes(action)) throw invalidStateTransition({ status, allowed });
}
