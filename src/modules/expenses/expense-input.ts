import { z } from 'zod';
import { percentScale } from '../../core/decimal.ts';
import { Amount, Currency, Day, Id, Notes, Percent, Quantity, recordInput, Text } from '../../wire/index.ts';
import { expenseKinds, payers } from './expense.ts';

export const linesMax = 100;
const taxesPerLineMax = 5;

const markupMax = 1_000n * 10n ** BigInt(percentScale);
/** A percentage on top of a cost. */
export const Markup = Percent.refine((percent) => percent <= markupMax, { error: 'Write at most "1000".' });

const lineInput = {
  category_id: Id('expense_category').optional().describe('Of goods that come into stock: leave it out.'),
  category: Text(255).optional().describe('Name of the category instead of `category_id`.'),
  description: Text(1_000).nullable().optional(),
  amount: Amount,
  tax_rate_ids: z.array(Id('tax_rate')).max(taxesPerLineMax).optional().describe('Default: the tax of the category.'),
  variant_id: Id('variant').nullable().optional().describe('Goods that come into stock with it, at what it costs.'),
  sku: Text(100).optional().describe('SKU of the variant instead of `variant_id`.'),
  quantity: Quantity.nullable().optional().describe('How much of the variant comes.'),
  location_id: Id('location').nullable().optional().describe('Where it goes. Default: the default location.'),
  client_id: Id('client').nullable().optional().describe('Whom it is spent for.'),
  billable: z.boolean().optional().describe('Whether that client is to be charged for it.'),
  markup_percent: Markup.nullable().optional().describe('What the client is charged on top, such as "10".'),
};

export const ExpenseLineInput = z.strictObject(lineInput);

/** What decides its amounts, whose it is and when: open while it is a draft. */
export const termsInput = {
  expense_date: Day.optional().describe('Default: today.'),
  due_date: Day.optional().describe('Default: by the payment terms of the supplier.'),
  supplier_id: Id('client').nullable().optional().describe('A client with the role supplier.'),
  supplier: Text(255).optional().describe('Exact number or name of the supplier instead of `supplier_id`.'),
  payee_name: Text(255).nullable().optional().describe('Who is paid, where it is no supplier that you keep.'),
  supplier_invoice_number: Text(100).nullable().optional(),
  allow_duplicate: z.boolean().optional().describe('True: it is another one, although its invoice number is the same.'),
  currency: Currency.optional().describe('Default: that of the supplier, else the base currency.'),
  exchange_rate: Amount.optional().describe('Worth of one unit in the base currency. Default: by the table.'),
  amounts_include_tax: z.boolean().optional().describe('Default: as the organisation is set.'),
  lines: z.array(ExpenseLineInput).min(1).max(linesMax),
  paid_by: z.enum(payers).optional().describe('Default: the company. What a member paid is paid back.'),
  member_id: Id('member').nullable().optional().describe('The member who paid. Default: you.'),
  method_id: Id('payment_method').nullable().optional().describe('How it is paid at once. Without one it is owed.'),
  method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
  paid_on: Day.nullable().optional().describe('Default: the day of the expense.'),
  reference: Text(255).nullable().optional().describe('Of that payment.'),
};

export const aboutInput = { notes: Notes.nullable().optional() };

const kind = z
  .enum(expenseKinds)
  .optional()
  .describe('`credit_note`: a supplier takes back what was spent; it becomes credit. Default: `expense`.');

export const expenseInput = { kind, ...termsInput, ...aboutInput, ...recordInput };

export type LineGiven = z.output<typeof ExpenseLineInput> & { readonly id?: string | undefined };

/** What an expense is planned from: new, or a draft as it was and what is changed of it. */
export type ExpenseInput = Omit<z.output<z.ZodObject<typeof expenseInput>>, 'external_id' | 'lines'> & {
  readonly external_id?: string | null | undefined;
  readonly lines: readonly LineGiven[];
};
