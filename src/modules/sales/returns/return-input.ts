import { z } from 'zod';
import { Day, Id, Notes, recordInput, SignedQuantity } from '../../../wire/index.ts';
import { linesMax } from '../drafts/sale-input.ts';
import { returnReasons } from '../sale-line.ts';

const chargesMax = 20;

export const ReturnReason = z.enum(returnReasons);

const ReturnLine = z.strictObject({
  line_id: Id('sale_line').describe('Line of the original sale.'),
  quantity: SignedQuantity.optional().describe(
    'With the sign of the line. Default: the whole quantity not yet returned.',
  ),
  reason: ReturnReason.optional().describe('Default: the reason of the whole return.'),
  restock: z.boolean().default(true).describe('Return the goods to stock; otherwise they count as lost.'),
  location_id: Id('location')
    .optional()
    .describe('Location that receives the goods. Default: where they were issued from.'),
});

export const returnInput = {
  lines: z
    .array(ReturnLine)
    .max(linesMax)
    .optional()
    .describe('Default, without `charges`: everything not yet returned.'),
  charges: z
    .array(z.int().min(1).max(chargesMax))
    .max(chargesMax)
    .optional()
    .describe('Positions, from 1, of the charges to refund, each in full.'),
  reason: ReturnReason.default('customer_request'),
  return_date: Day.optional().describe('Default: today. Posted on that date, at the prices and taxes of the sale.'),
  notes: Notes.nullable().optional(),
  ...recordInput,
};

export type ReturnInput = z.output<z.ZodObject<typeof returnInput>>;
