import { z } from 'zod';
import {
  BusinessError,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, Version } from '../../../wire/index.ts';
import { amountExceedsDue } from '../../payments/index.ts';
import { isBeforeItsDay } from '../scheduled-payments/sent-day.ts';
import { recordPaid } from '../scheduled-payments/record-paid.ts';
import { lockPlans, scheduledPaymentPaid, type ScheduledPaymentRow } from '../scheduled-payments/scheduled-payment.ts';
import { keepFileBefore, lockFile, paymentFileExecuted, PaymentFileWithItems, readFile } from './payment-file.ts';

export const confirmPaymentFile = operation({
  name: 'confirm_payment_file',
  summary: 'Record that the bank has carried out a payment file; its bills are paid.',
  guidance:
    'Each payment is recorded once, on its day in the file and not before; what a bank line was matched with stays. ' +
    'Of bills that were paid otherwise or voided it is credit with the supplier. It moves no money.',
  http: 'POST /payment-files/{id}/confirm',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  paysOut: true,
  posts: true,
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('payment_file'),
    payment_date: Day.optional().describe('The day on which the bank made them. Default: their days in the file.'),
    version: Version.optional(),
  }),
  output: PaymentFileWithItems.extend({
    not_recorded: z.array(
      z.object({
        scheduled_payment_id: Id('scheduled_payment'),
        expense_number: z.string(),
        code: z
          .string()
          .describe('Why: `in_the_future` before its day in the file, or a refusal such as amount_exceeds_due.'),
      }),
    ),
  }),
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition],
  emits: [paymentFileExecuted, scheduledPaymentPaid],
  async run(context, { id, version, payment_date: date }) {
    const { today } = context;
    const ids = (await readFile(context, id)).payments.map((payment) => payment.scheduled_payment_id);
    const plans = await lockPlans(context, ids);
    const file = await lockFile(context, id, version);
    const dayOf = new Map(file.payments.map((payment) => [payment.scheduled_payment_id, payment.day]));
    const waiting = plans.filter(({ status }) => status === 'in_file');
    const isToCome = ({ id: plan }: { readonly id: string }) =>
      isBeforeItsDay(context, { asked: date, sent: dayOf.get(plan) ?? today });
    if ((date ?? today) > today || (waiting.length > 0 && waiting.every(isToCome))) {
      const message = 'Payments of the file are of a later day: confirm it once the bank has made them.';
      throw fault('/payment_date', 'in_the_future', message);
    }
    keepFileBefore(context, file);
    const left = waiting.filter(isToCome).map((plan) => leftOut(plan, 'in_the_future'));
    for (const plan of waiting.filter((one) => !isToCome(one))) {
      try {
        const day = date ?? dayOf.get(plan.id) ?? plan.pay_on;
        await context.db.part(async () => recordPaid(context, plan.id, day));
      } catch (error) {
        if (!(error instanceof BusinessError) || error.kind.code !== amountExceedsDue.code) throw error;
        left.push(leftOut(plan, error.kind.code));
      }
    }
    const confirmed = await readFile(context, id);
    if (confirmed.status === 'executed') context.emit(paymentFileExecuted(confirmed));
    return { ...confirmed, not_recorded: left };
  },
});

function leftOut({ id, bill }: ScheduledPaymentRow, code: string) {
  return { scheduled_payment_id: id, expense_number: bill.number, code };
}
