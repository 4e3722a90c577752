import { z } from 'zod';
import { Id, Money, Percent, SignedQuantity, UnitPrice } from '../../wire/index.ts';

/** Why goods or money are given back. */
export const returnReasons = ['customer_request', 'duplicate', 'damaged', 'fraudulent', 'other'] as const;
const priceSources = ['given', 'client_list', 'group_list', 'tier', 'variant'] as const;

const taxSources = ['given', 'client', 'variant', 'default'] as const;

export const AppliedTax = z.object({
  rate_id: Id('tax_rate'),
  name: z.string(),
  percentage: Percent,
  fixed_amount: UnitPrice.nullable().describe('Discount per unit, instead of a percentage.'),
  category: z.string().describe('VAT category code of EN 16931.'),
  exemption_reason: z.string().nullable(),
  exemption_reason_code: z.string().nullable(),
  kind: z.enum(['standard', 'withholding', 'reverse_charge']),
  base: Money,
  amount: Money,
});

/** `value` is a percentage or an amount, as `type` says. */
export const discountFields = { type: z.enum(['percent', 'amount']), value: z.string() };

export const SaleLine = z.object({
  id: Id('sale_line'),
  position: z.int(),
  variant_id: Id('variant').nullable(),
  product_id: Id('product').nullable(),
  sku: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  unit: z.string().nullable(),
  quantity: SignedQuantity,
  quantity_returned: SignedQuantity.describe('Quantity returned.'),
  original_line_id: Id('sale_line').nullable().describe('Returns only: the original line.'),
  restocked: z.boolean().nullable().describe('Returns only: the goods went back into stock.'),
  return_reason: z.enum(returnReasons).nullable(),
  unit_price: UnitPrice,
  price_source: z.enum(priceSources).nullable().describe('Null on lines created before this was recorded.'),
  price_list_id: Id('price_list').nullable(),
  discount: z.object(discountFields).nullable(),
  tax_rate_ids: z.array(Id('tax_rate')),
  taxes: z.array(AppliedTax),
  tax_source: z.enum(taxSources).nullable().describe('`default`: the default rate. Null if none was chosen.'),
  gross: Money,
  line_discount: Money,
  subtotal: Money,
  discount_allocated: Money,
  net: Money,
  tax: Money,
  withheld: Money,
  after_tax_discount: Money,
  total: Money,
  income_account_id: Id('account').nullable(),
  unit_cost: UnitPrice.nullable(),
  cost_total: Money.nullable(),
  dimension_value_ids: z.array(Id('dimension_value')),
});
