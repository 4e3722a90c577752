import { z } from 'zod';
import { fault } from '../../../operation/fault.ts';
import { Amount, Id, Percent, Text } from '../../../wire/index.ts';
import { DimensionValueIds } from '../../dimensions/index.ts';

/** As many as a payment file has, which the bank may book as one line. */
const targetsMax = 200;

const TargetInput = z.strictObject({
  sale_id: Id('sale').optional().describe('A sale that it pays.'),
  sale: Text(60).optional().describe('Number of the sale instead of `sale_id`.'),
  expense_id: Id('expense').optional().describe('An expense that it pays.'),
  expense: Text(60).optional().describe('Number of the expense instead of `expense_id`.'),
  payment_id: Id('payment')
    .optional()
    .describe('A payment of a client that goes back: refunded, returned or charged back. Its sales are owed again.'),
  client_id: Id('client').optional().describe('Credit of that client: an advance or an overpayment.'),
  supplier_id: Id('client').optional().describe('Credit with that supplier.'),
  entry_id: Id('journal_entry').optional().describe('An entry that is on the account already.'),
  bank_line_id: Id('bank_line').optional().describe('The other line of a transfer between two bank accounts.'),
  bank_account_id: Id('bank_account')
    .optional()
    .describe('The other bank account of a transfer; the money is in clearing until its line there is matched too.'),
  account_id: Id('account').optional().describe('An account of the chart, for money without an invoice.'),
  amount: Amount.optional().describe('Without a sign. Default: what is open, at most what is left of the line.'),
  dimension_value_ids: DimensionValueIds.optional().describe('Of `account_id`: values of dimensions.'),
});
export type TargetInput = z.output<typeof TargetInput>;

/** What becomes of sales and expenses that the money does not pay in full. */
export const settlingInput = {
  fee_amount: Amount.optional().describe(
    'What a bank kept of the payment, so that the sales are paid in full; or took on top of what it paid out. ' +
      'Default: what the line says.',
  ),
  discount_percent: Percent.optional().describe(
    'Early-payment discount on what the sales or expenses owe, even if late. Default: what they are in time for.',
  ),
  residual: z
    .enum(['open', 'write_off'])
    .optional()
    .describe(
      'What the sales or expenses still owe after it stays open, or is written off: a sale as a bad debt, an ' +
        'expense as less cost and input tax. Default: open.',
    ),
  residual_reason: Text(500).optional().describe('Of the write-off or the late discount of a sale.'),
  tax_relief: z.boolean().optional().describe('With `write_off` of sales: reclaims its tax, as write_off_sale does.'),
};

/** Calls that give up a claim: an AI app asks a person for them. */
export const givesUp = {
  residual: ['write_off'],
  discount_percent: true,
} as const;

export const matchInput = {
  id: Id('bank_line'),
  targets: z
    .array(TargetInput)
    .min(1)
    .max(targetsMax)
    .optional()
    .describe('What it is in the books, as suggestions have it.'),
  rule_id: Id('bank_rule').optional().describe('Instead of `targets`: a bank rule that fits the line.'),
  ...settlingInput,
  memo: Text(500)
    .optional()
    .describe('Of the entry for `account_id`. Default: that of the rule, else the name of the bank account.'),
};

/** The fields by which a target names its record; exactly one is given. */
export const targetFields = [
  'sale_id',
  'sale',
  'expense_id',
  'expense',
  'payment_id',
  'client_id',
  'supplier_id',
  'entry_id',
  'bank_line_id',
  'bank_account_id',
  'account_id',
] as const;
export type TargetField = (typeof targetFields)[number];

/** Of a target of a match or a rule that names dimensions without an account. */
export function dimensionsNotWanted(pointer: string): Error {
  const message = 'Only money on an account of the chart has dimensions.';
  return fault(`${pointer}/dimension_value_ids`, 'not_wanted', message);
}
