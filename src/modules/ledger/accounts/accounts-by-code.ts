import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** The ids of accounts by their codes; a code that no account has is not in the map. */
export async function accountsByCode(
  { db, organization }: Context,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<{ code: string; id: string }>(sql`
    select code, id from accounts where organization_id = ${organization} and code = any(${codes}::text[])`);
  return new Map(rows.map(({ code, id }) => [code, id]));
}
