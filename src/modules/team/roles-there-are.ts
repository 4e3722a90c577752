import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/**
 * Of these roles those that there still are, without that of owners: ownership is handed over by an owner, and follows
 * from no list that somebody keeps elsewhere.
 */
export async function rolesThereAre({ db, organization }: Context, ids: readonly string[]): Promise<string[]> {
  const found = await db.many<{ id: string }>(sql`
    select id from roles where organization_id = ${organization} and id = any(${ids}::uuid[])
      and not (kind = 'system' and name = 'owner') order by id`);
  return found.map(({ id }) => id);
}
