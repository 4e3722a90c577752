import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import {
  checkPlan,
  keepPlanBefore,
  loadPlan,
  lockPlan,
  planRecord,
  ScheduledPayment,
  scheduledPaymentCancelled,
} from './scheduled-payment.ts';

export const cancelScheduledPayment = operation({
  name: 'cancel_scheduled_payment',
  summary: 'Cancel a scheduled payment. The bill stays open.',
  guidance: 'What is in a file for the bank is cancelled with the file, by cancel_payment_file.',
  http: 'POST /scheduled-payments/{id}/cancel',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({ id: Id('scheduled_payment'), version: Version.optional() }),
  output: ScheduledPayment,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [scheduledPaymentCancelled],
  async run(context, { id, version }) {
    const { db, organization, now, actor } = context;
    const plan = await lockPlan(context, id, version);
    checkPlan(plan, 'cancel_scheduled_payment');
    keepPlanBefore(context, plan);
    const writing = db.run(sql`
      update scheduled_payments set status = 'cancelled', version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const [, row] = await Promise.all([writing, loadPlan(context, id)]);
    const cancelled = planRecord(context, row);
    context.emit(scheduledPaymentCancelled(cancelled));
    return cancelled;
  },
});
