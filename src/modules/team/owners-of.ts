import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** Owners of the organisation, for notices about it as a whole. */
export function ownersOf({ db, organization }: Context): Promise<{ name: string; email: string }[]> {
  return db.many<{ name: string; email: string }>(sql`
    select user_name as name, user_email as email from team_members
    where organization_id = ${organization} and is_owner and status = 'active' order by created_at`);
}
