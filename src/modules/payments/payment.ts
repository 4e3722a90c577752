import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { Warning } from '../sales/index.ts';
import { Day, ForeignName, ForeignText, Id, Instant, Money, recordFields } from '../../wire/index.ts';

export const paymentStates = ['completed', 'partially_refunded', 'refunded', 'voided'] as const;

export const Allocation = z.object({
  id: Id('allocation'),
  sale_id: Id('sale'),
  refund_id: Id('refund').nullable().describe('The refund that takes so much from the sale again; null otherwise.'),
  base_amount: Money.describe('What it settles was worth in the base currency, by the rate of the sale.'),
  fx_gain_loss: Money.describe('What the money is worth more by its own rate; below zero less.'),
  amount: Money.describe('Below zero where a refund takes from the sale what the payment had settled.'),
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
  exchange_rate: z.string().describe('What one unit of the currency is worth in the base currency.'),
  rate_source: z.string().nullable(),
  rate_date: Day.nullable(),
  base_amount: Money.describe('What the amount is worth in the base currency.'),
  amount: Money,
  amount_allocated: Money,
  amount_refunded: Money.describe('Money that was paid back, or is on its way back.'),
  amount_unapplied: Money.describe('Credit of the client: neither allocated nor paid back.'),
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

/** What events tell: nothing personal. */
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
  PaymentFacts.extend({ allocations: z.array(NewAllocation).describe('Those that are new.') }),
);
export const allocationReversed = event(
  'payment.allocation_reversed',
  PaymentFacts.extend({ allocation: NewAllocation }),
);
export const paymentVoided = event('payment.voided', PaymentFacts);

export const amountExceedsDue = refusal(
  'amount_exceeds_due',
  409,
  'That is more than is still to pay.',
  'Pay at most `max`; or record a payment of the client, which keeps what is left over as credit.',
  ['sales_paid_within_total', 'expenses_paid_within_total'],
);
export const amountExceedsCredit = refusal(
  'amount_exceeds_credit',
  409,
  'That is more than the payment has left.',
  'Allocate at most `max`.',
  ['payments_allocated_within_amount'],
);
export const refundsRemain = refusal(
  'refunds_remain',
  409,
  'Money of the payment was paid back.',
  'If they are mistakes too, void its `refunds` first, with void_refund.',
);
export const clientMismatch = refusal(
  'client_mismatch',
  422,
  'The sales and the payment are not of one client.',
  'Record one payment for each client.',
);
export const methodArchived = refusal(
  'payment_method_archived',
  409,
  'The payment method is no longer used.',
  'Use another method, or restore this one.',
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
  'This payment seems to be there already: method, reference and amount are the same.',
  'See `candidates`; or send the same again with `allow_duplicate: true` if it is other money.',
);
