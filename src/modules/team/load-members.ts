import { sql } from '../../db/sql.ts';
import { byId } from '../../operation/expand.ts';
import type { Context } from '../../operation/operation.ts';
import { memberColumns, type MemberRow } from './member.ts';

/** Members by their id, whatever their status; what is not this organisation's is not there. */
export async function loadMembers(
  { db, organization }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MemberRow>> {
  const members = await db.many<MemberRow>(sql`
    select ${memberColumns} from team_members
    where team_members.organization_id = ${organization} and team_members.id = any(${ids}::uuid[])`);
  return byId(members);
}
