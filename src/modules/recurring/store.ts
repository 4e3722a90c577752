import { type Sql, sql } from '../../db/sql.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import type { RecurringKind } from './kind.ts';
import type { RecurringRow } from './recurring.ts';

/** The columns of a row of this kind. */
export function columnsOf<Row extends RecurringRow>({ subject }: RecurringKind<Row>): Sql {
  return sql`id, name, ${subject.columns}, status, mode, frequency, every, anchor_day, start_date, end_date,
    occurrences_max, due_in_days, catch_up, occurrence, next_date, run_count, last_run_date, consecutive_failures,
    last_error, external_id, metadata, custom_fields, tags, version, created_at, updated_at, created_by, updated_by`;
}

export async function readRecurring<Row extends RecurringRow>(
  kind: RecurringKind<Row>,
  { db, organization }: Context,
  id: string,
): Promise<Row> {
  const row = await db.maybe<Row>(sql`
    select ${columnsOf(kind)} from ${kind.table} where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

/** A record as a caller names it. */
export type AtVersion = { readonly id: string; readonly version?: number | undefined };

export async function lockRecurring<Row extends RecurringRow>(
  kind: RecurringKind<Row>,
  { db, organization }: Context,
  { id, version }: AtVersion,
): Promise<Row> {
  const row = await db.maybe<Row>(sql`
    select ${columnsOf(kind)} from ${kind.table}
    where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
