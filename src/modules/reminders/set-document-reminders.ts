import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text } from '../../wire/index.ts';
import { lockDocument } from '../documents/index.ts';
import { withdrawReminders } from '../sending/index.ts';
import { DocumentHold, holds, readHold } from './document-hold.ts';

const reasonMax = 500;

const documentHeld = event('document.held', DocumentHold.pick({ document_id: true, hold: true, version: true }));

export const setDocumentReminders = operation({
  name: 'set_document_reminders',
  summary: 'Set a hold on a document’s reminders: paused or disputed. `none` resumes them.',
  guidance: 'Steps whose date passed meanwhile are not sent later. Queued reminders are withdrawn.',
  http: 'PUT /documents/{id}/reminders',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  noUndo: 'set_again',
  input: z.strictObject({
    id: Id('document'),
    hold: z.enum(holds),
    reason: Text(reasonMax).nullable().optional(),
    version: z.int().min(0).optional(),
  }),
  output: DocumentHold,
  refuses: [notFound, versionConflict],
  emits: [documentHeld],
  async run(context, { id, hold, reason = null, version }) {
    const { db, organization, today, now, actor } = context;
    const [, before] = await Promise.all([lockDocument(context, { id }), readHold(context, id)]);
    if (version !== undefined && version !== before.version) throw versionConflict({ current_version: before.version });
    context.before(encoderOf(DocumentHold)(before));
    const since = hold === before.hold && before.since !== null ? before.since : today;
    const stamp = actorStamp(actor);
    const after: DocumentHold = {
      document_id: id,
      hold,
      reason,
      since,
      version: before.version + 1,
      updated_at: now,
      updated_by: stamp,
    };
    db.later(sql`
      insert into document_holds (organization_id, document_id, hold, reason, since, version, updated_at, updated_by)
      values (${organization}, ${id}, ${hold}, ${reason}, ${since}, ${after.version}, ${now}, ${JSON.stringify(stamp)})
      on conflict (organization_id, document_id) do update set hold = excluded.hold, reason = excluded.reason,
        since = excluded.since, version = excluded.version, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by`);
    if (hold !== 'none')
      withdrawReminders(context, id, 'Reminders of the document were stopped before this one was sent.');
    context.emit(documentHeld(after));
    return after;
  },
});
