import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { returnColumns, type ReturnRow } from './vat-return.ts';

export async function loadReturn({ db, organization }: Context, id: string): Promise<ReturnRow> {
  const row = await db.maybe<ReturnRow>(sql`
    select ${returnColumns} from vat_returns where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockReturn(
  { db, organization }: Context,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<ReturnRow> {
  const row = await db.maybe<ReturnRow>(sql`
    select ${returnColumns} from vat_returns where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

/** The change of every write of a return that was locked. */
export function touched({ now, actor }: Context, { version }: ReturnRow) {
  return { version: version + 1, updated_at: now, updated_by: actorStamp(actor) };
}
