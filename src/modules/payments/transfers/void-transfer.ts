import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { bankConfirmed, openDay, post, reversalDate, reversalDay, reversalsOf } from '../../ledger/index.ts';
import { keepTransferBefore, Transfer, transferRecord, transferVoided } from './transfer.ts';
import { lockTransfer } from './transfer-store.ts';

export const voidTransfer = operation({
  name: 'void_transfer',
  summary: 'Void a transfer between money accounts recorded by mistake; its entries are reversed.',
  guidance: 'This cannot be undone. The transfer and its number stay on record.',
  http: 'POST /transfers/{id}/void',
  effect: 'destructive',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('money_transfer'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Transfer,
  refuses: [bankConfirmed, notFound, validationFailed, versionConflict, invalidStateTransition],
  emits: [transferVoided],
  async run(context, { id, reason = null, date, version }) {
    const { db, organization, now, actor } = context;
    const source = { type: 'money_transfer', id, event: transferVoided.type };
    const [before, open] = await Promise.all([
      lockTransfer(context, id, version),
      openDay(context, source, context.today),
    ]);
    if (before.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    keepTransferBefore(context, before);
    const day = reversalDay(context, { asked: date, open, recorded: before.transfer_date });
    const memo = `Void of transfer ${before.number}`;
    const reversals = await reversalsOf(context, source, { date: day, memo });
    const stamp = actorStamp(actor);
    db.later(sql`
      update money_transfers set voided_at = ${now}, voided_on = ${day}, void_reason = ${reason},
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
      where organization_id = ${organization} and id = ${id}`);
    post(context, reversals);
    const voided = { voided_at: now, voided_on: day, void_reason: reason };
    const row = { ...before, ...voided, version: before.version + 1, updated_at: now, updated_by: stamp };
    const transfer = transferRecord(context, row);
    context.emit(transferVoided(transfer));
    return transfer;
  },
});
