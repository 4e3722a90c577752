import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** Which of some lines of records a schedule spreads. */
export async function spreadAmong(
  { db, organization }: Context,
  lineIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select line_id as id from schedules
    where organization_id = ${organization} and line_id = any(${lineIds}::uuid[]) and voided_at is null`);
  return new Set(rows.map(({ id }) => id));
}
