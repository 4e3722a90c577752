import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Id } from '../../../wire/index.ts';
import { amountExceedsDue } from '../../payments/index.ts';
import { planBill } from './plan-bills.ts';
import { PlanInput } from './plan-input.ts';
import {
  billNotPayable,
  billScheduled,
  discountLapsed,
  paymentScheduled,
  ScheduledPayment,
} from './scheduled-payment.ts';

export const createScheduledPayment = operation({
  name: 'create_scheduled_payment',
  summary: 'Schedule the payment of a bill for a day, from a bank account.',
  guidance:
    'For many bills at once, see schedule_payments. No money moves and nothing is posted: create_payment_file makes ' +
    'the file for the bank.',
  http: 'POST /scheduled-payments',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  creates: true,
  keyRequired: true,
  risky: true,
  paysOut: true,
  postsLater: { execution: ['automatic'] },
  undo: undoneBy('cancel_scheduled_payment'),
  input: z.strictObject({
    expense_id: Id('expense').describe('The bill.'),
    amount: Amount.optional().describe('For a part of it. Default: all that is open on the day, less its discount.'),
    ...PlanInput,
  }),
  output: ScheduledPayment,
  refuses: [validationFailed, notFound, billNotPayable, billScheduled, discountLapsed, amountExceedsDue],
  emits: [paymentScheduled],
  run: (context, { expense_id: id, ...input }) => planBill(context, id, input),
});
