import { z } from 'zod';
import { percentScale } from '../../core/decimal.ts';
import {
  Amount,
  Currency,
  Day,
  EarlyDiscountTerms,
  Id,
  Notes,
  Percent,
  Quantity,
  recordInput,
  Text,
} from '../../wire/index.ts';
import { DimensionValueIds } from '../dimensions/index.ts';
import { expenseKinds, payers } from './expense.ts';

export const linesMax = 100;
const taxesPerLineMax = 5;

const markupMax = 1_000n * 10n ** BigInt(percentScale);
/** A percentage on top of a cost. */
export const Markup = Percent.refine((percent) => percent <= markupMax, { error: 'Write at most "1000".' });

const lineInput = {
  category_id: Id('expense_category').optional().describe('Leave out for goods received into stock.'),
  category: Text(255).optional().describe('Name of the category instead of `category_id`.'),
  description: Text(1_000).nullable().optional(),
  amount: Amount,
  tax_rate_ids: z.array(Id('tax_rate')).max(taxesPerLineMax).optional().describe('Default: the tax of the category.'),
  variant_id: Id('variant').nullable().optional().describe('Variant received into stock at the cost of this line.'),
  sku: Text(100).optional().describe('SKU of the variant instead of `variant_id`.'),
  quantity: Quantity.nullable().optional().describe('Quantity of the variant received.'),
  location_id: Id('location')
    .nullable()
    .optional()
    .describe('Location the goods are received at. Default: the default location.'),
  client_id: Id('client').nullable().optional().describe('Client that the cost was incurred for.'),
  billable: z.boolean().optional().describe('Whether the line is billable to that client.'),
  markup_percent: Markup.nullable().optional().describe('Markup charged to the client, in percent, such as "10".'),
  dimension_value_ids: DimensionValueIds.optional().describe(
    'Values of dimensions, such as a cost centre. Default: those of the product, the category and the supplier.',
  ),
};

export const ExpenseLineInput = z.strictObject(lineInput);

/** Terms that determine amounts, supplier and date: open while it is a draft. */
export const termsInput = {
  expense_date: Day.optional().describe('Default: today.'),
  due_date: Day.optional().describe('Default: by the payment terms of the supplier.'),
  early_discounts: EarlyDiscountTerms.optional().describe(
    'Early-payment discounts, the shortest first. Default: by the payment terms of the supplier; [] for none.',
  ),
  supplier_id: Id('client').nullable().optional().describe('A client with the role supplier.'),
  supplier: Text(255).optional().describe('Exact number or name of the supplier instead of `supplier_id`.'),
  payee_name: Text(255).nullable().optional().describe('Name of the payee, if it is not one of your suppliers.'),
  supplier_invoice_number: Text(100).nullable().optional(),
  allow_duplicate: z
    .boolean()
    .optional()
    .describe('Records the expense even if the supplier’s invoice number is already recorded.'),
  currency: Currency.optional().describe('Default: the currency of the supplier, else the base currency.'),
  exchange_rate: Amount.optional().describe('Exchange rate: base currency per unit. Default: from the rate table.'),
  amounts_include_tax: z.boolean().optional().describe('Default: the setting of the organisation.'),
  lines: z.array(ExpenseLineInput).min(1).max(linesMax),
  dimension_value_ids: DimensionValueIds.optional().describe('Of all lines that name none of the dimension.'),
  paid_by: z.enum(payers).optional().describe('Default: the company. A member who paid is reimbursed.'),
  member_id: Id('member').nullable().optional().describe('The member who paid and is reimbursed. Default: you.'),
  method_id: Id('payment_method')
    .nullable()
    .optional()
    .describe('Payment method, if paid at once. Without one the expense is payable.'),
  method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
  paid_on: Day.nullable().optional().describe('Default: the day of the expense.'),
  reference: Text(255).nullable().optional().describe('Reference of that payment.'),
};

export const aboutInput = { notes: Notes.nullable().optional() };

const kind = z
  .enum(expenseKinds)
  .optional()
  .describe('`credit_note`: a supplier credits earlier spending; it becomes supplier credit. Default: `expense`.');

export const expenseInput = { kind, ...termsInput, ...aboutInput, ...recordInput };

export type LineGiven = z.output<typeof ExpenseLineInput> & {
  readonly id?: string | undefined;
  /** Of a line that was drafted before, the values that it has: they may have been archived or ended since. */
  readonly kept_values?: readonly string[] | undefined;
};

/** Input to the plan of an expense: new, or a draft with its changes applied. */
export type ExpenseInput = Omit<z.output<z.ZodObject<typeof expenseInput>>, 'external_id' | 'lines'> & {
  readonly external_id?: string | null | undefined;
  readonly lines: readonly LineGiven[];
};
