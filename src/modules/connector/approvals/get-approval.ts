import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Approval, approvalColumns, approvalFrom, type ApprovalRow, visibleApprovals } from './approval.ts';

export const getApproval = operation({
  name: 'get_approval',
  summary: 'Get an approval request: its preview, status and result.',
  guidance: 'After approval_required, check here whether it was approved.',
  http: 'GET /approvals/{id}',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  tellsOutcome: true,
  input: z.strictObject({ id: Id('approval') }),
  output: Approval,
  refuses: [notFound],
  async run(context, { id }) {
    const found = await context.db.maybe<ApprovalRow>(sql`
      select ${approvalColumns(context.now)} from approvals where ${visibleApprovals(context)} and id = ${id}`);
    if (found === undefined) throw notFound();
    return approvalFrom(context, found);
  },
});
