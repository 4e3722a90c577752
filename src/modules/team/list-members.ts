import { sql } from '../../db/sql.ts';
import { anyOf, filter } from '../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text } from '../../wire/index.ts';
import { Member, memberColumns, type MemberRow, memberStatuses } from './member.ts';

const members = listOf({
  name: 'members',
  row: Member,
  id: sql`team_members.id`,
  sorts: { created_at: instantKey(sql`team_members.created_at`), name: textKey(sql`team_members.user_name`) },
  defaultSort: 'created_at',
  filters: {
    status: anyOf(memberStatuses, (statuses) => sql`team_members.status = any(${statuses})`),
    role_id: filter(Id('role'), (role) => sql`${role}::uuid = any(team_members.role_ids)`),
    q: filter(Text(100), (text) => {
      const pattern = containing(text);
      return sql`(team_members.user_name ilike ${pattern} or team_members.user_email ilike ${pattern})`;
    }),
  },
});

export const listMembers = operation({
  name: 'list_members',
  summary: 'List the members of the organisation.',
  http: 'GET /team/members',
  effect: 'read',
  permission: 'team:read',
  mcp: 'action',
  input: members.input,
  output: Page(Member),
  run: (context, input) =>
    page<MemberRow>(context, members, input, {
      select: memberColumns,
      from: sql`team_members`,
      where: sql`team_members.organization_id = ${context.organization}`,
    }),
});
