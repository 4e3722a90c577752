import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { refusal } from '../../operation/errors.ts';
import { Day, ForeignName, ForeignText, Id, Instant, Money, Percent, recordFields } from '../../wire/index.ts';
import { AppliedTax, discountFields, returnReasons, SaleLine } from './sale-line.ts';

export const saleStatuses = ['draft', 'confirmed', 'completed', 'voided'] as const;
export const saleKinds = ['sale', 'return'] as const;
export const paymentStatuses = [
  ...(['unpaid', 'partially_paid', 'paid', 'overpaid', 'partially_refunded', 'refunded'] as const),
] as const;
export const stockEffects = ['issue', 'none'] as const;
export const partKinds = ['deposit', 'instalment', 'balance'] as const;
export const chargeKinds = ['shipping', 'service', 'tip', 'other'] as const;

const SaleDiscount = z.object({
  ...discountFields,
  name: z.string().nullable(),
  applies: z.enum(['before_tax', 'after_tax']),
  lines: z.array(z.int()).nullable().describe('Positions of the discounted lines; null for all.'),
  amount: Money,
});

const SaleCharge = z.object({
  kind: z.enum(chargeKinds),
  name: z.string().nullable(),
  amount: Money,
  tax_rate_ids: z.array(Id('tax_rate')),
  taxes: z.array(AppliedTax),
  net: Money,
  tax: Money,
  total: Money,
});

const SaleTotals = z.object({
  gross: Money,
  line_discount: Money,
  document_discount: Money,
  net: Money,
  charges: Money,
  tax: Money,
  taxes: z.array(AppliedTax),
  withheld: Money,
  after_tax_discount: Money,
  rounding: Money,
  total: Money,
});

/** A part that a sale is paid in. */
const SchedulePart = z.object({
  due_date: Day,
  kind: z.enum(partKinds),
  percent: Percent.nullable(),
  amount: Money,
  amount_paid: Money,
  amount_due: Money,
  is_overdue: z.boolean(),
});

export const EarlyDiscount = z.object({
  percent: Percent,
  days: z.int(),
  until: Day.describe('Last day of it: so many days after the invoice, or after the sale without one.'),
  discount: Money,
  payable: Money,
});

/** Of a saved sale and of a preview alike. */
export const pricedFields = {
  client_id: Id('client').nullable(),
  client_name: ForeignName.nullable(),
  sale_date: Day,
  due_date: Day.describe('Date by which the sale is due in full.'),
  payment_schedule: z.array(SchedulePart).describe('Parts to be paid; empty if it is paid in one.'),
  early_discounts: z
    .array(EarlyDiscount)
    .describe(
      'Early-payment discounts, shortest period first: the discount on the amount due and what is left to pay.',
    ),
  currency: z.string(),
  base_currency: z.string(),
  exchange_rate: z.string().describe('Value of one unit of the currency in the base currency.'),
  rate_source: z
    .string()
    .nullable()
    .describe('`given`, or the source in the exchange rate table; null in the base currency.'),
  rate_date: Day.nullable(),
  prices_include_tax: z.boolean(),
  tax_rounding: z.enum(['per_document', 'per_line']),
  cash_rounding: z.boolean(),
  lines: z.array(SaleLine),
  discounts: z.array(SaleDiscount),
  charges: z.array(SaleCharge),
  totals: SaleTotals,
  total: Money,
  base_total: Money.describe('Total in the base currency.'),
};

export const Sale = z.object({
  id: Id('sale'),
  organization_id: Id('organization'),
  kind: z.enum(saleKinds).describe('The amounts of a return reduce those of sales.'),
  is_deposit: z
    .boolean()
    .describe('A deposit (advance payment): no revenue is recognised, and the invoice says what it is for.'),
  number: z.string().nullable(),
  quote_id: Id('document').nullable().describe('The quote it was converted from.'),
  original_sale_id: Id('sale').nullable().describe('Returns only: the original sale.'),
  return_reason: z.enum(returnReasons).nullable(),
  status: z.enum(saleStatuses),
  payment_status: z.enum(paymentStatuses),
  ...pricedFields,
  amount_paid: Money,
  amount_refunded: Money.describe('Refunded to the client, as money or as credit.'),
  amount_credited: Money.describe('Total of its returns.'),
  amount_written_off: Money,
  amount_discounted: Money.describe('Early-payment discounts taken or granted.'),
  amount_due: Money.describe('Total less credited, written off, discounted and paid, plus refunded.'),
  next_due_date: Day.describe('Due date of the next unpaid part.'),
  is_overdue: z.boolean(),
  cost_total: Money.nullable().describe('In the base currency, as are all costs.'),
  margin: Money.nullable(),
  member_id: Id('member').nullable(),
  channel: z.string().nullable(),
  location_id: Id('location'),
  stock: z.enum(stockEffects).describe('`none`: goods delivered before the opening balances.'),
  reserved_until: Instant.nullable().describe('When the draft’s stock reservation expires.'),
  notes: ForeignText.nullable(),
  confirmed_at: Instant.nullable(),
  voided_at: Instant.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  ...recordFields,
});

export type SaleRecord = z.output<typeof Sale>;

/** Allowed, yet worth a second look. */
export const Warning = z.object({
  code: z.string(),
  message: z.string(),
  lines: z.array(z.int()).optional().describe('Positions of the lines concerned.'),
  hint: z.string().optional().describe('What to write instead.'),
});
export const SaleWithWarnings = Sale.extend({ warnings: z.array(Warning) });
export type SaleWarning = z.output<typeof Warning>;

/** Events carry neither lines nor anything personal; subscribers who want more read the sale. */
const SaleFacts = Sale.pick({
  id: true,
  kind: true,
  number: true,
  original_sale_id: true,
  status: true,
  payment_status: true,
  client_id: true,
  sale_date: true,
  due_date: true,
  currency: true,
  total: true,
  amount_paid: true,
  amount_refunded: true,
  amount_credited: true,
  amount_written_off: true,
  amount_discounted: true,
  amount_due: true,
  member_id: true,
  channel: true,
  location_id: true,
  external_id: true,
  version: true,
});

export const saleCreated = event('sale.created', SaleFacts);
export const saleUpdated = event('sale.updated', SaleFacts);
export const saleDeleted = event('sale.deleted', SaleFacts);
export const saleConfirmed = event('sale.confirmed', SaleFacts);
export const saleCompleted = event('sale.completed', SaleFacts);
export const saleReturned = event('sale.returned', SaleFacts);
export const saleWrittenOff = event('sale.written_off', SaleFacts);
export const saleRecovered = event('sale.recovered', SaleFacts);
export const saleDiscounted = event('sale.discounted', SaleFacts);
export const saleDiscountReversed = event('sale.discount_reversed', SaleFacts);
export const saleVoided = event('sale.voided', SaleFacts);

export const currencyMismatch = refusal(
  'currency_mismatch',
  422,
  'The currencies differ.',
  'Send prices and payments in the currency of the sale.',
);
export const clientRequired = refusal(
  'client_required',
  422,
  'A sale that is not paid in full needs a client.',
  'Name the client in `client_id`, or record the sale with its full payment.',
);
export const clientNotActive = refusal(
  'client_not_active',
  409,
  'The client is archived, merged or erased, so no new sales or documents are possible.',
  'Restore an archived client with restore_client, or use the client it was merged into.',
  // Deleted between reading it and selling to it.
  ['sales_client_fkey', 'documents_client_fkey'],
);
export const saleDisposedAsset = refusal(
  'sale_disposed_asset',
  409,
  'An asset was sold by that sale.',
  'Reinstate the `asset` first with reinstate_asset.',
  ['sales_asset_remains'],
);
export const variantNotSold = refusal(
  'variant_not_sold',
  409,
  'The variant is not for sale.',
  'Activate or restore it, or write the line without a variant.',
  // Deleted between reading it and selling it.
  ['sale_lines_variant_fkey', 'stock_pools_variant_fkey', 'stock_levels_variant_fkey', 'document_lines_variant_fkey'],
);
export const paymentsRemain = refusal(
  'payments_remain',
  409,
  'The sale has payments.',
  'Void or refund its payments first, with void_payment or refund_payment.',
);
export const returnsRemain = refusal(
  'returns_remain',
  409,
  'The sale has returns, a write-off or an early-payment discount.',
  'Void `returns` first, or return the rest of the sale with return_sale.',
);
export const saleExternalIdTaken = refusal(
  'sale_external_id_taken',
  409,
  'Another sale has that external_id.',
  'List sales with that `external_id` to find it.',
  ['sales_external_id_key'],
);
export const returnExceedsSold = refusal(
  'return_exceeds_sold',
  409,
  'The quantity exceeds what can still be returned.',
  'Return at most `max` of that line.',
  ['sale_lines_returned_within_sold'],
);
export const memberUnknown = refusal(
  'member_unknown',
  404,
  'The member was not found.',
  'List members with list_members, or leave `member_id` out.',
  ['sales_member_fkey', 'documents_member_fkey'],
);
export const ambiguousName = refusal(
  'ambiguous_name',
  409,
  'Several records match that name.',
  'Send the id of one of `candidates`.',
);
export const creditHeld = refusal(
  'credit_held',
  409,
  'The client is on credit hold.',
  'Record the sale with its full payment, or clear `credit_hold` on the client with update_client.',
);
export const scheduleExceedsTotal = refusal(
  'schedule_exceeds_total',
  422,
  'The payment schedule does not add up to the total.',
  'Write at most `max` for that part, and leave the amount of the last part out.',
);
