import { sql } from '../../../db/sql.ts';
import { ActionName } from '../../../operation/action-name.ts';
import { anyOf, filter, instantRange } from '../../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Approval, approvalColumns, approvalFrom, type ApprovalRow, statuses, visibleApprovals } from './approval.ts';

const list = listOf({
  name: 'approvals',
  row: Approval,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(statuses, (values) => sql`status = any(${values})`),
    token_id: filter(Id('mcp_token'), (id) => sql`token_id = ${id}`),
    action: filter(ActionName, (name) => sql`action = ${name}`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listApprovals = operation({
  name: 'list_approvals',
  summary: 'List approval requests of AI apps: pending ones and the outcome of the others.',
  guidance: 'You see requests of your own tokens; with approvals:read, all of them.',
  http: 'GET /approvals',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: list.input,
  output: Page(Approval),
  async run(context: Context, input) {
    const rows = await page<ApprovalRow>(context, list, input, {
      select: sql`*`,
      from: sql`(select organization_id, ${approvalColumns(context.now)} from approvals
        where organization_id = ${context.organization}) as approval`,
      where: visibleApprovals(context),
    });
    return { ...rows, data: rows.data.map((row) => approvalFrom(context, row)) };
  },
});
