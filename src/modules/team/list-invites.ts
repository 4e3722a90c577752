import { sql } from '../../db/sql.ts';
import { anyOf, filter } from '../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Text } from '../../wire/index.ts';
import { Invite, inviteColumns, type InviteRow, inviteStatuses } from './invite.ts';

const invites = listOf({
  name: 'invites',
  row: Invite,
  id: sql`invites.id`,
  sorts: { created_at: instantKey(sql`invites.created_at`), expires_at: instantKey(sql`invites.expires_at`) },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(inviteStatuses, (statuses) => sql`invites.status = any(${statuses})`),
    q: filter(Text(100), (text) => sql`invites.email ilike ${containing(text)}`),
  },
});

export const listInvites = operation({
  name: 'list_invites',
  summary: 'List the invites of the organisation with their status.',
  http: 'GET /team/invites',
  effect: 'read',
  permission: 'team:read',
  mcp: 'action',
  input: invites.input,
  output: Page(Invite),
  run: (context, input) =>
    page<InviteRow>(context, invites, input, {
      select: sql`invites.*`,
      from: sql`(select organization_id, ${inviteColumns(context.now)} from invites
        where organization_id = ${context.organization}) as invites`,
      where: sql`invites.organization_id = ${context.organization}`,
    }),
});
