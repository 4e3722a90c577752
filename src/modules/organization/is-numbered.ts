import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** True where records of the type have a numbering series. */
export async function isNumbered({ db, organization }: Context, type: string): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select from numbering_series where organization_id = ${organization} and record_type = ${type})
      as found`);
  return found;
}
