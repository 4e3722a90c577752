import { z } from 'zod';
import { Day, Id, Notes, Quantity, recordInput } from '../../wire/index.ts';
import { linesMax } from './sale-input.ts';
import { returnReasons } from './sale-line.ts';

const chargesMax = 20;

export const ReturnReason = z.enum(returnReasons);

const ReturnLine = z.strictObject({
  line_id: Id('sale_line').describe('A line of the sale.'),
  quantity: Quantity.optional().describe('Default: all of it that is not returned yet.'),
  reason: ReturnReason.optional().describe('Default: the reason of the return.'),
  restock: z.boolean().default(true).describe('Whether the goods go back into the stock; what does not is lost.'),
  location_id: Id('location').optional().describe('Where they go. Default: where they left from.'),
});

/** What of a sale comes back. */
export const returnInput = {
  lines: z
    .array(ReturnLine)
    .max(linesMax)
    .optional()
    .describe('Default, if `charges` are not sent either: all that is left of the sale.'),
  charges: z
    .array(z.int().min(1).max(chargesMax))
    .max(chargesMax)
    .optional()
    .describe('Positions of the charges that are given back, each as a whole, from 1.'),
  reason: ReturnReason.default('customer_request'),
  return_date: Day.optional().describe('Default: today. It counts then, at the prices and taxes of the sale.'),
  notes: Notes.nullable().optional(),
  ...recordInput,
};

export type ReturnInput = z.output<z.ZodObject<typeof returnInput>>;
