import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, Notes, recordPatch, Text } from '../../../wire/index.ts';
import { sent } from '../../../wire/patch.ts';
import {
  keepSupplierPaymentBefore,
  SupplierPayment,
  supplierPaymentExternalIdTaken,
  supplierPaymentRecord,
  supplierPaymentUpdated,
} from './supplier-payment.ts';
import { lockSupplierPayment, supplierPaymentWords } from './supplier-payment-store.ts';

export const updateSupplierPayment = operation({
  name: 'update_supplier_payment',
  summary: 'Update the reference, notes, tags and custom fields of a supplier payment.',
  guidance: 'To correct an amount, method or date, void it and record it again.',
  http: 'PATCH /supplier-payments/{id}',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_supplier_payment'),
  input: z.strictObject({
    id: Id('supplier_payment'),
    reference: Text(255).nullable().optional(),
    notes: Notes.nullable().optional(),
    ...recordPatch,
  }),
  output: SupplierPayment,
  refuses: [notFound, versionConflict, supplierPaymentExternalIdTaken],
  emits: [supplierPaymentUpdated],
  async run(context, { id, version, ...patch }) {
    const { db, organization, now, actor } = context;
    const before = await lockSupplierPayment(context, id, version);
    keepSupplierPaymentBefore(context, before);
    const stamp = actorStamp(actor);
    const row = {
      ...before.row,
      ...sent(patch),
      version: before.row.version + 1,
      updated_at: now,
      updated_by: stamp,
    };
    await db.run(sql`
      update supplier_payments set reference = ${row.reference}, notes = ${row.notes},
        external_id = ${row.external_id}, metadata = ${JSON.stringify(row.metadata)},
        custom_fields = ${JSON.stringify(row.custom_fields)}, tags = ${row.tags}::text[], version = ${row.version},
        updated_at = ${now}, updated_by = ${JSON.stringify(stamp)},
        words = search_words(${supplierPaymentWords(row)}::text[], number)
      where organization_id = ${organization} and id = ${id}`);
    const payment = supplierPaymentRecord(context, { ...before, row });
    context.emit(supplierPaymentUpdated(payment));
    return payment;
  },
});
