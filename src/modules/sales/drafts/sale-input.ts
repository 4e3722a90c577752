import { z } from 'zod';
import type { PaymentTerms } from '../../../core/payment-terms.ts';
import {
  Amount,
  Currency,
  Day,
  EarlyDiscountTerms,
  Id,
  Notes,
  recordInput,
  SignedQuantity,
  Text,
} from '../../../wire/index.ts';
import { DimensionValueIds } from '../../dimensions/index.ts';
import type { LineRow } from '../sale-row.ts';
import { chargeKinds, stockEffects } from '../sale.ts';
import { scheduleInput } from '../settling/schedule.ts';

export const linesMax = 500;
const discountsMax = 20;
const chargesMax = 20;
const taxesPerLineMax = 5;

const TaxRateIds = z.array(Id('tax_rate')).max(taxesPerLineMax);

const discountInput = {
  type: z.enum(['percent', 'amount']),
  value: Amount.describe('A percentage such as "10", or an amount such as "4.50".'),
};

const lineInput = {
  variant_id: Id('variant').optional(),
  sku: Text(100).optional().describe('Identifies the variant, instead of `variant_id`.'),
  name: Text(1_100).optional().describe('Required without a variant; otherwise replaces the variant’s name.'),
  description: Notes.nullable().optional(),
  unit: Text(40).nullable().optional(),
  quantity: SignedQuantity.describe('Negative: taken back.'),
  unit_price: Amount.optional().describe('Default: the client’s price list, else the variant. Up to 6 extra decimals.'),
  discount: z.strictObject(discountInput).nullable().optional(),
  tax_rate_ids: TaxRateIds.optional().describe(
    'Default: those of client or variant, else the default rate; [] for none.',
  ),
  dimension_value_ids: DimensionValueIds.optional().describe(
    'Values of dimensions, such as a project. Default: of the product, its category, the client, the location.',
  ),
};

export const LineInput = z.strictObject(lineInput);

const DiscountInput = z.strictObject({
  ...discountInput,
  name: Text(100).nullable().optional(),
  applies: z.enum(['before_tax', 'after_tax']).default('before_tax'),
  lines: z
    .array(z.int().min(1).max(linesMax))
    .min(1)
    .max(linesMax)
    .nullable()
    .optional()
    .describe('Positions of the discounted lines, from 1. Default: all.'),
});

const ChargeInput = z.strictObject({
  kind: z.enum(chargeKinds),
  name: Text(100).nullable().optional(),
  amount: Amount,
  tax_rate_ids: TaxRateIds.default([]),
});

/** The fields that its amounts depend on. */
export const priceInput = {
  client_id: Id('client').nullable().optional().describe('None for a walk-in client who pays at once.'),
  client: Text(255).optional().describe('Exact number or name of the client, instead of `client_id`.'),
  sale_date: Day.optional().describe('Default: today.'),
  due_date: Day.optional().describe(
    'Default: by the client’s payment terms; with a payment schedule, the date of its last part.',
  ),
  ...scheduleInput,
  early_discounts: EarlyDiscountTerms.optional().describe(
    'Early-payment discounts, the shortest first. Default: by the client’s payment terms; [] for none.',
  ),
  currency: Currency.optional().describe('Default: the client’s currency, else the base currency.'),
  exchange_rate: Amount.optional().describe(
    'Value of one unit in the base currency. Default: from the exchange rate table.',
  ),
  prices_include_tax: z.boolean().optional().describe('Default: the organisation’s setting.'),
  cash_rounding: z.boolean().optional().describe('Round the total to the smallest coin.'),
  lines: z.array(LineInput).min(1).max(linesMax),
  dimension_value_ids: DimensionValueIds.optional().describe('Of all lines that name none of the dimension.'),
  discounts: z.array(DiscountInput).max(discountsMax).optional().describe('Default: the client’s discount.'),
  charges: z.array(ChargeInput).max(chargesMax).optional(),
};

const aboutInput = {
  member_id: Id('member').nullable().optional().describe('Salesperson. Default: you.'),
  channel: Text(50).nullable().optional(),
  notes: Notes.nullable().optional(),
  ...recordInput,
};

export const saleInput = {
  ...priceInput,
  location_id: Id('location').optional().describe('Location to issue stock from. Default: the default location.'),
  stock: z
    .enum(stockEffects)
    .optional()
    .describe('`none` for goods delivered before the opening balances. Default: stock is issued.'),
  ...aboutInput,
};

export type PriceInput = Omit<z.output<z.ZodObject<typeof priceInput>>, 'lines'> & {
  readonly lines: readonly LineGiven[];
};
export type LineGiven = z.output<typeof LineInput> & {
  readonly id?: string | undefined;
  /** Of a line that was drafted before, whose price is kept: where it came from then. */
  readonly priced?: PriceOrigin | undefined;
  /** Of such a line, whose taxes are kept: who said them then. */
  readonly taxed?: LineRow['tax_source'] | undefined;
  /** Of such a line, the values that it has: they may have been archived or ended since. */
  readonly kept_values?: readonly string[] | undefined;
};
export type PriceOrigin = Pick<LineRow, 'price_source' | 'price_list_id'>;
/** A new sale, or a draft with its changes applied. */
export type SaleInput = Omit<z.output<z.ZodObject<typeof saleInput>>, 'external_id' | 'lines'> & {
  readonly external_id?: string | null | undefined;
  readonly lines: readonly LineGiven[];
  /** Instead of those of the client, such as those of a schedule of invoices. */
  readonly due_terms?: PaymentTerms | undefined;
};
export type DiscountGiven = NonNullable<SaleInput['discounts']>[number];
export type ChargeGiven = NonNullable<SaleInput['charges']>[number];
