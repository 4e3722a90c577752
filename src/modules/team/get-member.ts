import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Member, memberColumns, type MemberRow } from './member.ts';

export const getMember = operation({
  name: 'get_member',
  summary: 'Get a member of the organisation.',
  http: 'GET /team/members/{id}',
  effect: 'read',
  permission: 'team:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('member') }),
  output: Member,
  refuses: [notFound],
  run: async (context, { id }) => {
    const member = await context.db.maybe<MemberRow>(sql`
      select ${memberColumns} from team_members
      where team_members.organization_id = ${context.organization} and team_members.id = ${id}`);
    if (member === undefined) throw notFound();
    return member;
  },
});
