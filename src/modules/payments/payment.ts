import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { Warning } from '../sales/index.ts';
import { Day, ForeignName, ForeignText, Id, Instant, Money, recordFields } from '../../wire/index.ts';

export const paymentStates = ['completed', 'partially_refunded', 'refunded', 'voided'] as const;

export const Allocation = z.object({
  id: Id('allocation'),
  sale_id: Id('sale'),
  refund_id: Id('refund')
    .nullable()
    .describe('The refund that reversed this part of the sale’s payment; otherwise null.'),
  base_amount: Money.describe('Carrying amount of what it pays in the base currency, at the rate of the sale.'),
  fx_gain_loss: Money.describe('Exchange gain at the rate of the payment; negative for a loss.'),
  amount: Money.describe('Negative if a refund reverses the allocation.'),
  status: z.enum(['active', 'reversed']),
  allocated_on: Day,
  reversed_on: Day.nullable(),
});

export const Payment = z.object({
  id: Id('payment'),
  organization_id: Id('organization'),
  number: z.string(),
  direction: z.enum(['in']),
  status: z.enum(paymentStates),
  method_id: Id('payment_method'),
  account_id: Id('account'),
  client_id: Id('client').nullable(),
  client_name: ForeignName.nullable(),
  currency: z.string(),
  base_currency: z.string(),
  exchange_rate: z.string().describe('Exchange rate: base currency per unit.'),
  rate_source: z.string().nullable(),
  rate_date: Day.nullable(),
  base_amount: Money.describe('Amount in the base currency.'),
  amount: Money,
  amount_allocated: Money,
  amount_refunded: Money.describe('Refunded to the client, including pending refunds.'),
  amount_unapplied: Money.describe('Unapplied credit of the client: neither allocated nor refunded.'),
  fee_amount: Money,
  net_amount: Money,
  change_given: Money,
  payment_date: Day,
  received_at: Instant,
  reference: ForeignName.nullable(),
  notes: ForeignText.nullable(),
  allocations: z.array(Allocation),
  voided_at: Instant.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  ...recordFields,
});

export type PaymentRecord = z.output<typeof Payment>;

export const PaymentWithWarnings = Payment.extend({ warnings: z.array(Warning) });

/** Event payload, without personal data. */
const PaymentFacts = Payment.pick({
  id: true,
  number: true,
  status: true,
  method_id: true,
  client_id: true,
  currency: true,
  amount: true,
  amount_allocated: true,
  amount_refunded: true,
  amount_unapplied: true,
  payment_date: true,
  external_id: true,
  version: true,
});
const NewAllocation = z.object({ id: Id('allocation'), sale_id: Id('sale'), amount: Money });

export const paymentCompleted = event('payment.completed', PaymentFacts);
export const paymentUpdated = event('payment.updated', PaymentFacts);
export const paymentAllocated = event(
  'payment.allocated',
  PaymentFacts.extend({ allocations: z.array(NewAllocation).describe('New allocations.') }),
);
export const allocationReversed = event(
  'payment.allocation_reversed',
  PaymentFacts.extend({ allocation: NewAllocation }),
);
export const paymentVoided = event('payment.voided', PaymentFacts);

export const amountExceedsDue = refusal(
  'amount_exceeds_due',
  409,
  'The amount exceeds the balance due.',
  'Pay at most `max`, or use create_payment, which keeps an overpayment as unapplied credit.',
  ['sales_paid_within_total', 'expenses_paid_within_total'],
);
export const amountExceedsCredit = refusal(
  'amount_exceeds_credit',
  409,
  'The amount exceeds the unapplied credit of the payment.',
  'Allocate at most `max`.',
  ['payments_allocated_within_amount'],
);
export const refundsRemain = refusal(
  'refunds_remain',
  409,
  'The payment has refunds.',
  'If they were recorded by mistake too, void the `refunds` first, with void_refund.',
);
export const clientMismatch = refusal(
  'client_mismatch',
  422,
  'The sales and the payment belong to different clients.',
  'Record a separate payment for each client.',
);
export const methodArchived = refusal(
  'payment_method_archived',
  409,
  'The payment method is archived.',
  'Use another method, or restore this one with restore_payment_method.',
);
export const paymentExternalIdTaken = refusal(
  'payment_external_id_taken',
  409,
  'Another payment has that external_id.',
  'List payments with that `external_id` to find it.',
  ['payments_external_id_key'],
);
export const paymentDuplicate = refusal(
  'payment_duplicate_suspected',
  409,
  'A payment with the same method, reference and amount already exists.',
  'Check `candidates`, or send the request again with `allow_duplicate: true` if it is a different payment.',
);
