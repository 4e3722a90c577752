import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { Day, ForeignName, ForeignText, Id, Instant, Money, recordFields, Text } from '../../wire/index.ts';
import { ReturnReason } from '../sales/index.ts';
import { rateInput } from './tender.ts';

export const destinations = ['original_method', 'client_credit', 'other'] as const;
export const refundStates = ['pending', 'completed', 'failed', 'voided'] as const;

export const Refund = z.object({
  id: Id('refund'),
  organization_id: Id('organization'),
  number: z.string(),
  status: z.enum(refundStates).describe('`pending`: taken from its payment, and not yet gone.'),
  payment_id: Id('payment').nullable().describe('Whose money it is. Null where no payment is behind it.'),
  return_id: Id('sale').nullable().describe('The return that it was given for.'),
  client_id: Id('client').nullable(),
  client_name: ForeignName.nullable(),
  destination: z.enum(destinations).describe('`client_credit` moves no money: the client may use it.'),
  method_id: Id('payment_method').nullable(),
  account_id: Id('account').nullable(),
  charged_account_id: Id('account').nullable().describe('Where money that no payment is behind is charged.'),
  currency: z.string(),
  amount: Money,
  exchange_rate: z
    .string()
    .nullable()
    .describe('What one unit of the money was worth in the base currency when it left. Null where no money moves.'),
  base_amount: Money.describe('In the base currency, by the rate of the payment or, without one, its own.'),
  fx_gain_loss: Money.describe('What that is more than the money was worth when it left; below zero less.'),
  refund_date: Day,
  completed_on: Day.nullable().describe('When the money left.'),
  failed_at: Instant.nullable(),
  failed_on: Day.nullable(),
  failure_reason: z.string().nullable(),
  reason: ReturnReason,
  reference: ForeignName.nullable(),
  notes: ForeignText.nullable(),
  voided_at: Instant.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  ...recordFields,
});

export type RefundRecord = z.output<typeof Refund>;

/** How what is given back goes out. */
export const wayInput = {
  destination: z
    .enum(destinations)
    .optional()
    .describe('Default: as `method` says, else the way that it came in. `client_credit`: kept for the client to use.'),
  method_id: Id('payment_method').optional().describe('Another way than it came in.'),
  method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
  exchange_rate: rateInput,
  reference: Text(255).nullable().optional(),
  pending: z
    .boolean()
    .optional()
    .describe('The money takes its time: it waits in clearing until complete_refund or fail_refund.'),
};

/** What events tell: nothing personal. */
const RefundFacts = Refund.pick({
  id: true,
  number: true,
  status: true,
  payment_id: true,
  return_id: true,
  client_id: true,
  destination: true,
  method_id: true,
  currency: true,
  amount: true,
  refund_date: true,
  reason: true,
  external_id: true,
  version: true,
});

export const paymentRefunded = event('payment.refunded', RefundFacts);
export const clientRefunded = event('client.refunded', RefundFacts);
export const refundCompleted = event('refund.completed', RefundFacts);
export const refundFailed = event('refund.failed', RefundFacts);
export const refundVoided = event('refund.voided', RefundFacts);

export const refundExceedsRefundable = refusal(
  'refund_exceeds_refundable',
  409,
  'That is more than can be given back.',
  'Give back at most `max`.',
);
export const refundExternalIdTaken = refusal(
  'refund_external_id_taken',
  409,
  'Another refund has that external_id.',
  'List refunds with that `external_id` to find it.',
  ['refunds_external_id_key'],
);
