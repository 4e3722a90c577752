import { z } from 'zod';
import { refusal } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { Day, ForeignName, ForeignText, Id, Instant, Money, recordFields, Text } from '../../../wire/index.ts';
import { ReturnReason } from '../../sales/index.ts';
import { rateInput } from '../methods/tender.ts';

export const destinations = ['original_method', 'client_credit', 'other'] as const;
export const refundStates = ['pending', 'completed', 'failed', 'voided'] as const;

export const Refund = z.object({
  id: Id('refund'),
  organization_id: Id('organization'),
  number: z.string(),
  status: z.enum(refundStates).describe('`pending`: deducted from its payment, but the money has not left.'),
  payment_id: Id('payment').nullable().describe('The payment refunded. Null if not linked to a payment.'),
  return_id: Id('sale').nullable().describe('The return it was made for.'),
  client_id: Id('client').nullable(),
  client_name: ForeignName.nullable(),
  destination: z.enum(destinations).describe('`client_credit` moves no money: it is credit the client may use.'),
  method_id: Id('payment_method').nullable(),
  account_id: Id('account').nullable(),
  charged_account_id: Id('account').nullable().describe('Account charged for money not linked to a payment.'),
  currency: z.string(),
  amount: Money,
  exchange_rate: z
    .string()
    .nullable()
    .describe('Exchange rate when the money left, in base currency per unit. Null if no money moves.'),
  base_amount: Money.describe('In the base currency, at the rate of the payment or, without one, its own.'),
  fx_gain_loss: Money.describe('Exchange gain when the money left; negative for a loss.'),
  refund_date: Day,
  completed_on: Day.nullable().describe('Date the money left.'),
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

export const wayInput = {
  destination: z
    .enum(destinations)
    .optional()
    .describe('Default: as `method` says, else the original method. `client_credit`: kept as credit of the client.'),
  method_id: Id('payment_method').optional().describe('A payment method other than the original.'),
  method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
  exchange_rate: rateInput,
  reference: Text(255).nullable().optional(),
  pending: z
    .boolean()
    .optional()
    .describe('The money is in transit: it waits in clearing until complete_refund or fail_refund.'),
};

/** Events carry nothing personal. */
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
  'The amount exceeds what can be refunded.',
  'Refund at most `max`.',
);
export const refundExternalIdTaken = refusal(
  'refund_external_id_taken',
  409,
  'Another refund has that external_id.',
  'List refunds with that `external_id` to find it.',
  ['refunds_external_id_key'],
);
