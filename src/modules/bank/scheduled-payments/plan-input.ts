import { z } from 'zod';
import { Day, Id, Text } from '../../../wire/index.ts';
import { timings } from './bill-to-pay.ts';
import { executions } from './scheduled-payment.ts';

/** How bills are to be paid, be it one or many. */
export const PlanInput = {
  timing: z
    .enum(timings)
    .optional()
    .describe(
      '`due_date`: on the last day banks move money until it is due. `discount`: the same for its best early-payment ' +
        'discount. `day`: on `pay_on`. Default: due_date, or day with `pay_on`.',
    ),
  pay_on: Day.optional().describe('The day on which the money is to leave the bank account.'),
  early_discount: z.boolean().default(true).describe('Takes the early-payment discount that it is in time for.'),
  bank_account_id: Id('bank_account').optional().describe('Default: the only bank account in the currency.'),
  execution: z
    .enum(executions)
    .optional()
    .describe(
      '`file`: sent to the bank in a payment file (SEPA, in euro). `manual`: you pay it at the bank. `automatic`: a ' +
        'direct debit or standing order that the bank carries out by itself; it is recorded as paid on the day ' +
        'without asking again. Default: file where that is possible, else manual.',
    ),
  note: Text(500).nullable().optional(),
};
