import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** Which of some lines of expenses are registered as assets. */
export async function assetsAmong(
  { db, organization }: Context,
  { expense, lines }: { readonly expense: string; readonly lines: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select expense_line_id as id from assets
    where organization_id = ${organization} and expense_id = ${expense}
      and expense_line_id = any(${lines}::uuid[]) and voided_at is null`);
  return new Set(rows.map(({ id }) => id));
}
