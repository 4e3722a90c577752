import { z } from 'zod';
import { earlierOf } from '../../../core/calendar.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, Version } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { isBeforeItsDay, sentDay } from './sent-day.ts';
import { recordPaid } from './record-paid.ts';
import {
  billNotPayable,
  checkPlan,
  keepPlanBefore,
  lockPlan,
  ScheduledPayment,
  scheduledPaymentPaid,
} from './scheduled-payment.ts';

export const payScheduledPayment = operation({
  name: 'pay_scheduled_payment',
  summary: 'Pay a scheduled payment: record that it was made.',
  guidance:
    'For a whole file, see confirm_payment_file; match_bank_line does it from the bank statement. It moves no money. ' +
    'To take it back, void_supplier_payment.',
  http: 'POST /scheduled-payments/{id}/pay',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  paysOut: true,
  posts: true,
  amount: ({ amount }) => amount,
  undo: ({ output: { supplier_payment_id: id } }) =>
    typeof id === 'string' ? [{ operation: 'void_supplier_payment', input: { id } }] : [],
  input: z.strictObject({
    id: Id('scheduled_payment'),
    payment_date: Day.optional().describe(
      'The day on which the bank made it. Default: its day in the file, or else as planned, at most today.',
    ),
    version: Version.optional(),
  }),
  output: ScheduledPayment,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition, billNotPayable, exchangeRateMissing],
  emits: [scheduledPaymentPaid],
  async run(context, { id, version, payment_date: date }) {
    const plan = await lockPlan(context, id, version);
    checkPlan(plan, 'pay_scheduled_payment');
    const sent = plan.status === 'in_file' ? await sentDay(context, id) : undefined;
    const day = date ?? sent ?? earlierOf(plan.pay_on, context.today);
    if (day > context.today || (sent !== undefined && isBeforeItsDay(context, { asked: date, sent }))) {
      throw fault('/payment_date', 'in_the_future', 'Send today or an earlier day: it is recorded once it is made.');
    }
    keepPlanBefore(context, plan);
    return recordPaid(context, id, day);
  },
});
