import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { BusinessError, notFound } from '../../../operation/errors.ts';
import type { DailyLook } from '../../../operation/daily-look.ts';
import { event } from '../../../operation/events.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { payScheduledPayment } from './pay-scheduled-payment.ts';
import { loadPlan, lockPlan, planRecord, ScheduledPayment, scheduledPaymentPaid } from './scheduled-payment.ts';

const Failed = ScheduledPayment.pick({ id: true, expense_id: true, expense_number: true, pay_on: true }).extend({
  code: z.string().describe('The refusal, such as period_locked.'),
});
const paymentFailed = event('scheduled_payment.failed', Failed, {
  title: 'A scheduled payment could not be recorded',
  called: 'expense_number',
  needs: 'expenses:manage',
});

/** Payments that the bank carries out by itself and whose day has come; those that failed are tried again each day. */
export async function automaticPaymentsDue({ db, organization, today, limit }: DailyLook): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from scheduled_payments
    where organization_id = ${organization} and status = 'planned' and execution = 'automatic' and pay_on <= ${today}
      and reminded_on is distinct from ${today}
    order by pay_on, id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Records a direct debit or a standing order on its day, since whoever planned it asked for that. Not in the
 * catalogue, since only the work that looks for them calls it.
 */
export const recordAutomaticPayment = operation({
  name: 'record_automatic_payment',
  summary: 'Record a scheduled payment that the bank carries out by itself.',
  http: 'POST /scheduled-payments/{id}/record-automatic',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('scheduled_payment') }),
  output: z.object({ recorded: z.boolean() }),
  refuses: [notFound],
  emits: [scheduledPaymentPaid, paymentFailed],
  async run(context, { id }) {
    const { db, organization, today, actor, origin } = context;
    const plan = await lockPlan(context, id);
    if (plan.status !== 'planned' || plan.execution !== 'automatic' || plan.pay_on > today) return { recorded: false };
    const input = { id: z.encode(Id('scheduled_payment'), id), payment_date: plan.pay_on };
    try {
      await context.carryOut({ operation: payScheduledPayment, request: { actor, origin, input } });
      return { recorded: true };
    } catch (error) {
      if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
      await db.run(sql`
        update scheduled_payments set reminded_on = ${today} where organization_id = ${organization} and id = ${id}`);
      context.emit(paymentFailed({ ...planRecord(context, await loadPlan(context, id)), code: error.kind.code }));
      return { recorded: false };
    }
  },
});
