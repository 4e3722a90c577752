import { z } from 'zod';
import { formatExchangeRate } from '../../../core/exchange.ts';
import { money } from '../../../core/money.ts';
import { ascending } from '../../../core/order.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { refusal } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day, ForeignName, ForeignText, Id, Instant, Money, recordFields } from '../../../wire/index.ts';
import { baseOf } from '../../exchange/index.ts';
import { SupplierRefund, supplierRefundRecord, type SupplierRefundRow } from '../supplier-credits/supplier-refund.ts';

export const supplierPaymentStates = ['completed', 'voided'] as const;

const SupplierAllocation = z.object({
  id: Id('expense_payment'),
  expense_id: Id('expense'),
  expense_number: z.string(),
  amount: Money,
  allocated_on: Day,
  base_amount: Money.describe('Carrying amount of what it pays in the base currency, at the rate of the expense.'),
  fx_gain_loss: Money.describe('Exchange gain at the rate of the payment; negative for a loss.'),
});

export const SupplierPayment = z.object({
  id: Id('supplier_payment'),
  organization_id: Id('organization'),
  number: z.string(),
  status: z.enum(supplierPaymentStates),
  supplier_id: Id('client'),
  supplier_name: ForeignName,
  method_id: Id('payment_method').nullable().describe('Null for the credit of a credit note.'),
  account_id: Id('account').nullable().describe('Account the money was paid from.'),
  credit_note_id: Id('expense').nullable().describe('The supplier credit note it comes from; no money moved.'),
  currency: z.string(),
  base_currency: z.string(),
  exchange_rate: z.string().describe('Exchange rate: base currency per unit.'),
  rate_source: z.string().nullable(),
  rate_date: Day.nullable(),
  amount: Money,
  base_amount: Money.describe('Amount in the base currency.'),
  amount_allocated: Money.describe('Allocated to expenses.'),
  amount_refunded: Money.describe('Refunded by the supplier.'),
  amount_unapplied: Money.describe('Unapplied credit with the supplier.'),
  payment_date: Day,
  reference: ForeignName.nullable(),
  notes: ForeignText.nullable(),
  allocations: z.array(SupplierAllocation).describe('Expenses it is allocated to, with the amount of each.'),
  refunds: z.array(SupplierRefund).describe('Refunds received from the supplier.'),
  voided_at: Instant.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  ...recordFields,
});
export type SupplierPaymentRecord = z.output<typeof SupplierPayment>;

type Computed =
  | ('organization_id' | 'status' | 'base_currency' | 'exchange_rate')
  | ('amount' | 'base_amount' | 'allocations' | 'refunds')
  | ('amount_allocated' | 'amount_refunded' | 'amount_unapplied');

/** A row of `supplier_payments`. Amounts are minor units; rate and worth are null in the base currency. */
export type SupplierPaymentRow = Omit<SupplierPaymentRecord, Computed> & {
  readonly amount: bigint;
  readonly exchange_rate: bigint | null;
  readonly base_amount: bigint | null;
  readonly amount_allocated: bigint;
  readonly amount_refunded: bigint;
  /** So much of the base amount pays expenses or came back; null in the base currency. */
  readonly base_used: bigint | null;
};

/** Allocation of a payment to one expense. */
export type PartRow = {
  readonly id: string;
  readonly supplier_payment_id: string;
  readonly expense_id: string;
  readonly expense_number: string;
  readonly amount: bigint;
  readonly allocated_on: string;
  readonly base: bigint | null;
  readonly fx_gain_loss: bigint | null;
};

export type StoredSupplierPayment = {
  readonly row: SupplierPaymentRow;
  readonly parts: readonly PartRow[];
  readonly refunds: readonly SupplierRefundRow[];
};

/** Event payload, without personal data. */
const SupplierPaymentFacts = SupplierPayment.pick({
  id: true,
  number: true,
  status: true,
  supplier_id: true,
  method_id: true,
  credit_note_id: true,
  currency: true,
  amount: true,
  amount_unapplied: true,
  payment_date: true,
  allocations: true,
  external_id: true,
  version: true,
});

export const supplierPaymentCompleted = event('supplier_payment.completed', SupplierPaymentFacts);
export const supplierPaymentAllocated = event('supplier_payment.allocated', SupplierPaymentFacts);
export const supplierPaymentRefunded = event('supplier_payment.refunded', SupplierPaymentFacts);
export const supplierPaymentUpdated = event('supplier_payment.updated', SupplierPaymentFacts);
export const supplierRefundVoided = event('supplier_refund.voided', SupplierPaymentFacts);
export const supplierPaymentVoided = event('supplier_payment.voided', SupplierPaymentFacts);

export const supplierPaymentExternalIdTaken = refusal(
  'supplier_payment_external_id_taken',
  409,
  'Another supplier payment has that external_id.',
  'List supplier payments with that `external_id` to find it.',
  ['supplier_payments_external_id_key'],
);
export const supplierMismatch = refusal(
  'supplier_mismatch',
  422,
  'The expense belongs to another supplier.',
  'Name expenses of one supplier; pay others with pay_expense.',
);
export const creditOfNote = refusal(
  'credit_of_credit_note',
  409,
  'This is the credit of a supplier credit note.',
  'Void the credit note with void_expense; its credit is voided with it.',
);
export const nothingOwed = refusal(
  'nothing_owed',
  409,
  'Nothing is owed to that supplier.',
  'List expenses with `supplier_id` and `payment_status` unpaid,partially_paid to see open balances.',
);
export const partOfPayment = refusal(
  'part_of_supplier_payment',
  409,
  'This is part of a supplier payment for several expenses.',
  'Void the whole payment with void_supplier_payment, then pay the correct expenses again.',
);

export const supplierRefundsRemain = refusal(
  'supplier_refunds_remain',
  409,
  'The supplier refunded part of this payment.',
  'If those refunds were recorded by mistake too, void them first with void_supplier_refund.',
);

/** Credit with the supplier: the part of a payment that is neither allocated nor refunded. */
export function supplierCreditOf({
  voided_at: voidedAt,
  ...row
}: Pick<SupplierPaymentRow, 'voided_at' | 'amount' | 'amount_allocated' | 'amount_refunded'>): bigint {
  return voidedAt === null ? row.amount - row.amount_allocated - row.amount_refunded : 0n;
}

/** The payment as it is answered. */
export function supplierPaymentRecord(
  context: Context,
  { row, parts, refunds }: StoredSupplierPayment,
): SupplierPaymentRecord {
  const base = baseOf(context);
  return {
    ...row,
    organization_id: context.organization,
    base_currency: base,
    exchange_rate: row.exchange_rate === null ? '1' : formatExchangeRate(row.exchange_rate),
    base_amount: money(row.base_amount ?? row.amount, base),
    status: row.voided_at === null ? 'completed' : 'voided',
    amount: money(row.amount, row.currency),
    amount_allocated: money(row.amount_allocated, row.currency),
    amount_refunded: money(row.amount_refunded, row.currency),
    amount_unapplied: money(supplierCreditOf(row), row.currency),
    refunds: refunds.map((refund) => supplierRefundRecord(context, refund, row.currency)),
    allocations: parts.toSorted(ascending(({ expense_id }) => expense_id)).map((part) => ({
      ...part,
      amount: money(part.amount, row.currency),
      base_amount: money(part.base ?? part.amount, base),
      fx_gain_loss: money(part.fx_gain_loss ?? 0n, base),
    })),
  };
}

const wireSupplierPayment = encoderOf(SupplierPayment);

/** Keeps the payment as it was for the audit log, in wire form. */
export function keepSupplierPaymentBefore(context: Context, before: StoredSupplierPayment): void {
  context.before(wireSupplierPayment(supplierPaymentRecord(context, before)));
}
