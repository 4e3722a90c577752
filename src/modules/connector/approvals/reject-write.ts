import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, invalidStateTransition, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import { Approval, approvalColumns, approvalFrom, approvalRejected, type ApprovalRow } from './approval.ts';
import { lockApproval, noteLengthMax } from './approval.ts';
import { mustBePerson } from './decide.ts';

export const rejectWrite = operation({
  name: 'reject_write',
  summary: 'Reject a write that an AI app asked for. Nothing is written.',
  guidance: 'The AI app sees the note.',
  http: 'POST /approvals/{id}/reject',
  effect: 'write',
  permission: 'approvals:decide',
  mcp: 'hidden',
  forPeople: true,
  input: z.strictObject({ id: Id('approval'), note: Text(noteLengthMax).optional() }),
  output: Approval,
  refuses: [notFound, forbidden, invalidStateTransition],
  emits: [approvalRejected],
  async run(context, { id, note }) {
    mustBePerson(context);
    const { status } = await lockApproval(context, id);
    if (status !== 'pending') throw invalidStateTransition({ status, allowed: [] });
    const { db, organization, now, actor } = context;
    const row = await db.one<ApprovalRow>(sql`
      update approvals set state = 'rejected', decided_at = ${now}, updated_at = ${now}, note = ${note ?? null},
        decided_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${approvalColumns(now)}`);
    const record = approvalFrom(context, row);
    context.emit(approvalRejected(record));
    return record;
  },
});
