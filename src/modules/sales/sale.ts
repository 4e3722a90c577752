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
/** Whether the goods of a sale leave the stock. */
export const stockEffects = ['issue', 'none'] as const;
export const partKinds = ['deposit', 'instalment', 'balance'] as const;
export const chargeKinds = ['shipping', 'service', 'tip', 'other'] as const;

const SaleDiscount = z.object({
  ...discountFields,
  name: z.string().nullable(),
  applies: z.enum(['before_tax', 'after_tax']),
  lines: z.array(z.int()).nullable().describe('Positions of the lines it is taken from; null for all.'),
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

/** What a sale comes to, saved or not. */
export const pricedFields = {
  client_id: Id('client').nullable(),
  client_name: ForeignName.nullable(),
  sale_date: Day,
  due_date: Day.describe('When all of it is due.'),
  payment_schedule: z.array(SchedulePart).describe('The parts that it is paid in; empty where it is paid at once.'),
  currency: z.string(),
  base_currency: z.string(),
  exchange_rate: z.string().describe('What one unit of the currency is worth in the base currency.'),
  rate_source: z.string().nullable().describe('`given`, or the source in the table; null in the base currency.'),
  rate_date: Day.nullable(),
  prices_include_tax: z.boolean(),
  tax_rounding: z.enum(['per_document', 'per_line']),
  cash_rounding: z.boolean(),
  lines: z.array(SaleLine),
  discounts: z.array(SaleDiscount),
  charges: z.array(SaleCharge),
  totals: SaleTotals,
  total: Money,
  base_total: Money.describe('What the total is worth in the base currency.'),
};

export const Sale = z.object({
  id: Id('sale'),
  organization_id: Id('organization'),
  kind: z.enum(saleKinds).describe('A return gives back, so its amounts count against those of sales.'),
  is_deposit: z.boolean().describe('Paid in advance: it earns nothing, and its invoice says what it is for.'),
  number: z.string().nullable(),
  quote_id: Id('document').nullable().describe('The quote that it was made of.'),
  original_sale_id: Id('sale').nullable().describe('Of a return: the sale that it takes back.'),
  return_reason: z.enum(returnReasons).nullable(),
  status: z.enum(saleStatuses),
  payment_status: z.enum(paymentStatuses),
  ...pricedFields,
  amount_paid: Money,
  amount_refunded: Money.describe('Given back of what was paid, as money or as credit of the client.'),
  amount_credited: Money.describe('What its returns are worth.'),
  amount_written_off: Money,
  amount_due: Money.describe('Total less credited, written off and paid, with what was refunded.'),
  next_due_date: Day.describe('When the next part that is not paid is due.'),
  is_overdue: z.boolean(),
  cost_total: Money.nullable().describe('In the base currency, as all costs.'),
  margin: Money.nullable(),
  member_id: Id('member').nullable(),
  channel: z.string().nullable(),
  location_id: Id('location'),
  stock: z.enum(stockEffects).describe('`none`: its goods left before the books began.'),
  reserved_until: Instant.nullable().describe('Until when a draft holds its goods.'),
  notes: ForeignText.nullable(),
  confirmed_at: Instant.nullable(),
  voided_at: Instant.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  ...recordFields,
});

export type SaleRecord = z.output<typeof Sale>;

/** What is right to do and yet worth a second look. */
export const Warning = z.object({
  code: z.string(),
  message: z.string(),
  lines: z.array(z.int()).optional().describe('Positions of the lines that it is about.'),
  hint: z.string().optional().describe('What to write instead.'),
});
export const SaleWithWarnings = Sale.extend({ warnings: z.array(Warning) });
export type SaleWarning = z.output<typeof Warning>;

/** What events tell: the facts without the lines and nothing personal; whoever wants more reads the sale. */
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
  'Nobody owes what is left to pay.',
  'Name the client in `client_id`, or record the sale with its full payment.',
);
export const clientNotActive = refusal(
  'client_not_active',
  409,
  'The client gets no new sales.',
  'Restore the client, or use the one it was merged into.',
  // Deleted between reading it and selling to it.
  ['sales_client_fkey', 'documents_client_fkey'],
);
export const variantNotSold = refusal(
  'variant_not_sold',
  409,
  'The variant is not for sale.',
  'Activate or restore it, or write the line without it.',
  // Deleted between reading it and selling it.
  ['sale_lines_variant_fkey', 'stock_pools_variant_fkey', 'stock_levels_variant_fkey', 'document_lines_variant_fkey'],
);
export const paymentsRemain = refusal(
  'payments_remain',
  409,
  'The sale has payments.',
  'Void or refund its payments first.',
);
export const returnsRemain = refusal(
  'returns_remain',
  409,
  'Goods of the sale were returned, or its debt was given up.',
  'Void `returns` first, or return what is left of the sale with return_sale.',
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
  'More is returned than was sold and is not returned yet.',
  'Return at most `max` of the line.',
  ['sale_lines_returned_within_sold'],
);
export const memberUnknown = refusal(
  'member_unknown',
  404,
  'There is no such member.',
  'List the members of the team, or leave `member_id` out.',
  ['sales_member_fkey', 'documents_member_fkey'],
);
export const ambiguousName = refusal(
  'ambiguous_name',
  409,
  'Several records have that name.',
  'Send the id of one of `candidates`.',
);
export const creditHeld = refusal(
  'credit_held',
  409,
  'The client gets nothing on credit.',
  'Record the sale with its full payment, or lift `credit_hold` on the client.',
);
export const scheduleExceedsTotal = refusal(
  'schedule_exceeds_total',
  422,
  'The parts of the payment schedule do not come to the total.',
  'Write at most `max` for that part, and let the last one take the rest.',
);
