import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { importColumns, type ImportRow } from './import.ts';

export async function readImport({ db, organization }: Context, id: string): Promise<ImportRow> {
  const row = await db.maybe<ImportRow>(sql`
    select ${importColumns} from imports where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}
