import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, Text, Version } from '../../../wire/index.ts';
import { payingAccounts } from './paying-account.ts';
import {
  checkPlan,
  executions,
  keepPlanBefore,
  loadPlan,
  lockPlan,
  planRecord,
  ScheduledPayment,
  scheduledPaymentUpdated,
} from './scheduled-payment.ts';

export const updateScheduledPayment = operation({
  name: 'update_scheduled_payment',
  summary: 'Move a scheduled payment to another day or bank account, or change how it is paid.',
  guidance: 'For another amount, cancel it and schedule the bill again. What is in a file for the bank stays.',
  http: 'PATCH /scheduled-payments/{id}',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  risky: true,
  paysOut: true,
  postsLater: { execution: ['automatic'] },
  noUndo: 'set_again',
  input: z.strictObject({
    id: Id('scheduled_payment'),
    pay_on: Day.optional(),
    early_discount: z.boolean().optional(),
    bank_account_id: Id('bank_account').optional(),
    execution: z.enum(executions).optional(),
    note: Text(500).nullable().optional(),
    version: Version.optional(),
  }),
  output: ScheduledPayment,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition],
  emits: [scheduledPaymentUpdated],
  async run(context, { id, version, pay_on: day, early_discount: takes, ...change }) {
    const { db, organization, now, today, actor } = context;
    const plan = await lockPlan(context, id, version);
    checkPlan(plan, 'update_scheduled_payment');
    if (day !== undefined && day < today) {
      throw fault('/pay_on', 'in_the_past', 'Send today or a later day; record earlier payments with pay_expense.');
    }
    if (day !== undefined && day < plan.bill.expense_date) {
      throw fault('/pay_on', 'before_expense', 'Send the date of the bill or a later one.');
    }
    const wanted = { ...plan, ...change, execution: change.execution ?? plan.execution };
    const { account, execution } = (await payingAccounts(context, wanted))(plan.bill);
    keepPlanBefore(context, plan);
    const isMoved = day !== undefined && day !== plan.pay_on;
    const writing = db.run(sql`
      update scheduled_payments set pay_on = ${day ?? plan.pay_on}, timing = ${isMoved ? 'day' : plan.timing},
        takes_discount = ${takes ?? plan.takes_discount}, bank_account_id = ${account.id}, execution = ${execution},
        note = ${change.note === undefined ? plan.note : change.note}, version = version + 1,
        reminded_on = case when ${isMoved} then null else reminded_on end, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const [, row] = await Promise.all([writing, loadPlan(context, id)]);
    const changed = planRecord(context, row);
    context.emit(scheduledPaymentUpdated(changed));
    return changed;
  },
});
