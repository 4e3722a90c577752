import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Import, importCancelled, importColumns, importRecord, type ImportRow } from './import.ts';

export const cancelImport = operation({
  name: 'cancel_import',
  summary: 'Cancel an unfinished import. Records imported so far are kept.',
  http: 'POST /imports/{id}/cancel',
  effect: 'write',
  permission: 'data:import',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({ id: Id('import') }),
  output: Import,
  refuses: [notFound, invalidStateTransition],
  emits: [importCancelled],
  async run(context, { id }) {
    const { db, organization, now, actor } = context;
    const before = await db.maybe<ImportRow>(sql`
      select ${importColumns} from imports where organization_id = ${organization} and id = ${id} for update`);
    if (before === undefined) throw notFound();
    const { state } = before;
    if (state !== 'queued' && state !== 'running') throw invalidStateTransition({ status: state, allowed: [] });
    context.before(encoderOf(Import)(importRecord(before)));
    const row = await db.one<ImportRow>(sql`
      update imports set state = 'cancelled', finished_at = ${now}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${importColumns}`);
    const record = importRecord(row);
    context.emit(importCancelled(record));
    return record;
  },
});
