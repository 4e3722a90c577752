import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { enqueueOnce } from '../../../operation/jobs.ts';
import { operation } from '../../../operation/operation.ts';
import { approvalColumns, approvalExpired, approvalFrom, type ApprovalRow } from './approval.ts';

/** The kind of the job that tells of what nobody decided on in time. */
export const approvalExpiryJob = 'expire_approvals';

const expiredMax = 200;

/** Internal operation that runs when the time for a decision is over. It is in no catalogue: nobody else need do it. */
export const expireApprovals = operation({
  name: 'expire_approvals',
  summary: 'Expire approvals that were not decided in time.',
  http: 'POST /approvals/expire',
  effect: 'write',
  permission: 'approvals:decide',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: z.object({ expired: z.int() }),
  emits: [approvalExpired],
  async run(context) {
    const { db, organization, now } = context;
    const rows = await db.many<ApprovalRow>(sql`
      update approvals set state = 'expired', updated_at = ${now}
      where organization_id = ${organization} and id in (
        select id from approvals where organization_id = ${organization} and state = 'pending' and expires_at <= ${now}
        order by expires_at, id limit ${expiredMax} for update)
        and state = 'pending'
      returning ${approvalColumns(now)}`);
    for (const row of rows) context.emit(approvalExpired(approvalFrom(context, row)));
    if (rows.length === expiredMax) enqueueOnce(context, { kind: approvalExpiryJob, payload: {} });
    return { expired: rows.length };
  },
});
