import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { lockPlans } from '../scheduled-payments/scheduled-payment.ts';
import { keepFileBefore, lockFile, paymentFileCancelled, PaymentFileWithItems, readFile } from './payment-file.ts';

export const cancelPaymentFile = operation({
  name: 'cancel_payment_file',
  summary: 'Cancel a payment file that the bank does not carry out; its payments wait again.',
  guidance: 'Only for a file that was never sent, or that the bank has refused: otherwise its payments are made twice.',
  http: 'POST /payment-files/{id}/cancel',
  effect: 'destructive',
  permission: 'bank:pay',
  mcp: 'action',
  keyRequired: true,
  stepUp: true,
  noUndo: 'ended',
  input: z.strictObject({
    id: Id('payment_file'),
    reason: Text(500).optional(),
    version: Version.optional(),
  }),
  output: PaymentFileWithItems,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [paymentFileCancelled],
  async run(context, { id, version, reason }) {
    const { db, organization, now, actor } = context;
    const ids = (await readFile(context, id)).payments.map((payment) => payment.scheduled_payment_id);
    const plans = await lockPlans(context, ids);
    const file = await lockFile(context, id, version);
    if (plans.some(({ status }) => status === 'paid')) {
      throw invalidStateTransition({ status: 'paid', allowed: ['void_supplier_payment', 'confirm_payment_file'] });
    }
    keepFileBefore(context, file);
    const stamp = JSON.stringify(actorStamp(actor));
    await db.run(sql`
      update payment_files set status = 'cancelled', ended_at = ${now}, ended_by = ${stamp},
        cancel_reason = ${reason ?? null}, version = version + 1, updated_at = ${now}, updated_by = ${stamp}
      where organization_id = ${organization} and id = ${id}`);
    await db.run(sql`
      update payment_file_items set is_cancelled = true
      where organization_id = ${organization} and payment_file_id = ${id}`);
    // What was paid or voided meanwhile by other means does not wait again.
    await db.run(sql`
      update scheduled_payments as plan set payment_file_id = null, fixed_amount = null, fixed_discount = null,
        status = case when bill.due > 0 and bill.status = 'posted' then 'planned' else 'ended' end,
        ended_because = case when bill.status = 'voided' then 'bill_voided' when bill.due = 0 then 'bill_paid' end,
        version = plan.version + 1, updated_at = ${now}, updated_by = ${stamp}
      from payable_bills as bill
      where plan.organization_id = ${organization} and plan.payment_file_id = ${id} and plan.status = 'in_file'
        and bill.organization_id = plan.organization_id and bill.id = plan.expense_id`);
    const cancelled = await readFile(context, id);
    context.emit(paymentFileCancelled(cancelled));
    return cancelled;
  },
});
