import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Name, recordPatch } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import { checkEnd, checkSource, courseInput, needToMake, nextDateOf } from './create-recurring-document.ts';
import {
  keepRecurringBefore,
  lockRecurring,
  recurringColumns,
  RecurringDocument,
  recurringExternalIdTaken,
  recurringRecord,
  type RecurringRow,
  recurringUpdated,
} from './recurring-document.ts';

export const updateRecurringDocument = operation({
  name: 'update_recurring_document',
  summary: 'Changes what a recurring document repeats from now on, and when it ends.',
  guidance: 'It then acts with the rights of whoever changed it. For another rhythm, cancel it and create another.',
  http: 'PATCH /recurring-documents/{id}',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  input: z.strictObject({
    id: Id('recurring_document'),
    name: Name.optional(),
    document_id: Id('document').optional().describe('The invoice that is repeated from now on.'),
    ...courseInput,
    ...recordPatch,
  }),
  output: RecurringDocument,
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    recurringExternalIdTaken,
  ],
  emits: [recurringUpdated],
  async run(context, { id, version, ...patch }) {
    const before = await lockRecurring(context, id, version);
    if (before.next_date === null) throw invalidStateTransition({ status: before.status, allowed: [] });
    const next: RecurringRow = { ...before, ...sent(patch) };
    needToMake(context, next.mode);
    if (next.document_id !== before.document_id) await checkSource(context, next.document_id);
    checkEnd(next);
    keepRecurringBefore(context, before);
    const row = await write(context, next);
    context.emit(recurringUpdated(row));
    return recurringRecord(context, row);
  },
});

/** An end that is past completes it. Whose rights it has is who changed it last: they answer for what it makes. */
function write(context: Context, next: RecurringRow): Promise<RecurringRow> {
  const { db, organization, actor, now } = context;
  const nextDate = nextDateOf(next);
  return db.one<RecurringRow>(sql`
    update recurring_documents set name = ${next.name}, document_id = ${next.document_id},
      mode = ${next.mode}, end_date = ${next.end_date}, occurrences_max = ${next.occurrences_max},
      due_in_days = ${next.due_in_days}, catch_up = ${next.catch_up}, external_id = ${next.external_id},
      metadata = ${JSON.stringify(next.metadata)}, custom_fields = ${JSON.stringify(next.custom_fields)},
      tags = ${next.tags}, next_date = ${nextDate}, status = ${nextDate === null ? 'completed' : next.status},
      member_id = ${actor.memberId}, user_id = ${actor.userId}, permissions = ${[...actor.permissions]},
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${next.id} returning ${recurringColumns}`);
}
