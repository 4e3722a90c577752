import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Approval, approvalColumns, approvalFrom, type ApprovalRow, visibleApprovals } from './approval.ts';

export const getApproval = operation({
  name: 'get_approval',
  summary: 'Show a write that a person decides on: its preview, what became of it, and its result.',
  guidance: 'After approval_required, ask here whether it was approved.',
  http: 'GET /approvals/{id}',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
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
