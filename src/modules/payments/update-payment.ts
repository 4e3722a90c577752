import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, Notes, recordPatch, Text } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import { wordsOf } from '../../core/words.ts';
import { Payment, paymentExternalIdTaken, paymentUpdated } from './payment.ts';
import { keepBefore, paymentRecord } from './payment-row.ts';
import { lockPayment } from './store.ts';

export const updatePayment = operation({
  name: 'update_payment',
  summary: 'Update the reference, notes, tags and custom fields of a payment.',
  guidance: 'To correct an amount, method or date, void the payment and record it again.',
  http: 'PATCH /payments/{id}',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_payment'),
  input: z.strictObject({
    id: Id('payment'),
    reference: Text(255).nullable().optional(),
    notes: Notes.nullable().optional(),
    ...recordPatch,
  }),
  output: Payment,
  refuses: [notFound, versionConflict, paymentExternalIdTaken],
  emits: [paymentUpdated],
  async run(context, { id, version, ...patch }) {
    const { db, organization, now, actor } = context;
    const { row: before, allocations } = await lockPayment(context, id, version);
    keepBefore(context, before, allocations);
    const stamp = actorStamp(actor);
    const row = { ...before, ...sent(patch), version: before.version + 1, updated_at: now, updated_by: stamp };
    await db.run(sql`
      update payments set reference = ${row.reference}, notes = ${row.notes}, external_id = ${row.external_id},
        metadata = ${JSON.stringify(row.metadata)}, custom_fields = ${JSON.stringify(row.custom_fields)},
        tags = ${row.tags}::text[], version = ${row.version}, updated_at = ${now},
        updated_by = ${JSON.stringify(stamp)},
        words = search_words(${wordsOf([row.client_name, row.reference])}::text[], number)
      where organization_id = ${organization} and id = ${id}`);
    const payment = paymentRecord(context, row, allocations);
    context.emit(paymentUpdated(payment));
    return payment;
  },
});
