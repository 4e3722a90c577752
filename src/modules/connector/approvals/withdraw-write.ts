import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import {
  Approval,
  approvalColumns,
  approvalFrom,
  approvalRejected,
  type ApprovalRow,
  lockApproval,
} from './approval.ts';

const withdrawn = 'Withdrawn by the AI app that asked for it.';

/**
 * Called by the MCP door where an AI app no longer wants what it asked for, so that nobody approves it later. It is in
 * no catalogue, like the request itself: a token rejects what it asked for, and decides on nothing else.
 */
export const withdrawWrite = operation({
  name: 'withdraw_write',
  summary: 'Withdraw a write that waits for approval. Nothing is written.',
  http: 'POST /approvals/{id}/withdraw',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('approval') }),
  output: Approval,
  refuses: [notFound, invalidStateTransition],
  emits: [approvalRejected],
  async run(context, { id }) {
    const { db, organization, now, actor } = context;
    const { status, token_id: token } = await lockApproval(context, id);
    if (actor.kind !== 'mcp_token' || token !== actor.credentialId) throw notFound();
    if (status !== 'pending') throw invalidStateTransition({ status, allowed: [] });
    const row = await db.one<ApprovalRow>(sql`
      update approvals set state = 'rejected', decided_at = ${now}, updated_at = ${now}, note = ${withdrawn},
        decided_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${approvalColumns(now)}`);
    const record = approvalFrom(context, row);
    context.emit(approvalRejected(record));
    return record;
  },
});
