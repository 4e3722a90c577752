import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, Text, Version } from '../../../wire/index.ts';
import { supplierRefundsRemain, voidSupplierPayment } from '../../expenses/index.ts';
import { bankConfirmed } from '../../ledger/index.ts';
import { endFiles } from '../payment-files/end-files.ts';
import {
  checkPlan,
  keepPlanBefore,
  loadPlan,
  lockPlan,
  planRecord,
  ScheduledPayment,
  scheduledPaymentReturned,
} from './scheduled-payment.ts';

export const returnScheduledPayment = operation({
  name: 'return_scheduled_payment',
  summary: 'Record that the bank rejected or returned a scheduled payment; the bill is open again.',
  guidance:
    'What was recorded for it is voided on the day it came back. If a bank line is matched with it, unmatch that ' +
    'first, and exclude both lines.',
  http: 'POST /scheduled-payments/{id}/return',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('scheduled_payment'),
    date: Day.optional().describe('The day on which the money came back. Default: today.'),
    reason: Text(500).optional().describe('As the bank says it, such as "AC04 closed account".'),
    version: Version.optional(),
  }),
  output: ScheduledPayment,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition, bankConfirmed, supplierRefundsRemain],
  emits: [scheduledPaymentReturned],
  async run(context, { id, version, date, reason }) {
    const { db, organization, now, today, actor, origin } = context;
    const plan = await lockPlan(context, id, version);
    checkPlan(plan, 'return_scheduled_payment');
    const day = date ?? today;
    if (day > today) throw fault('/date', 'in_the_future', 'Send today or an earlier day.');
    if (plan.paid_on !== null && day < plan.paid_on) {
      throw fault('/date', 'before_payment', 'Send the day of the payment or a later one.');
    }
    keepPlanBefore(context, plan);
    // Before the payment is voided, which would have it wait again.
    await db.run(sql`
      update scheduled_payments set status = 'returned', returned_on = ${day}, return_reason = ${reason ?? null},
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    if (plan.supplier_payment_id !== null) {
      const input = {
        id: z.encode(Id('supplier_payment'), plan.supplier_payment_id),
        date: day,
        ...(reason !== undefined && { reason }),
      };
      await context.carryOut({ operation: voidSupplierPayment, request: { actor, origin, input } });
    }
    await endFiles(context, plan.payment_file_id === null ? [] : [plan.payment_file_id]);
    const returned = planRecord(context, await loadPlan(context, id));
    context.emit(scheduledPaymentReturned(returned));
    return returned;
  },
});
