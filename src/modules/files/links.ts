import type { Day } from '../../core/calendar.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { checkThere } from './bin.ts';
import type { FileRecord } from './file.ts';
import { fileRecord, lockFile, readFile } from './store.ts';

/** A file about to be linked to a record, locked against deletion. */
export async function fileToLink(context: Context, id: string, missing: () => Error): Promise<FileRecord> {
  const row = await lockFile(context, id, { missing });
  checkThere(row);
  return fileRecord(context, row);
}

/** The same where nothing will be linked: a file that could be. */
export async function fileToShow(context: Context, id: string, missing: () => Error): Promise<FileRecord> {
  const row = await readFile(context, id, missing);
  checkThere(row);
  return fileRecord(context, row);
}

/** Makes a file a receipt of an expense, without waiting. */
export function linkFile({ db, organization, now }: Context, fileId: string, expenseId: string): void {
  db.later(sql`
    insert into file_links (organization_id, file_id, expense_id, created_at)
    values (${organization}, ${fileId}, ${expenseId}, ${now})`);
}

/** Takes files off an expense, all of them unless one is named. The files themselves stay. */
export function unlinkFiles({ db, organization }: Context, expenseId: string, fileId?: string): void {
  db.later(sql`
    delete from file_links where organization_id = ${organization} and expense_id = ${expenseId}
      and (${fileId ?? null}::uuid is null or file_id = ${fileId ?? null})`);
}

/** Keeps the files of what is posted, at least until this day. */
export function retainFiles({ db, organization }: Context, fileIds: readonly string[], until: Day): void {
  if (fileIds.length === 0) return;
  db.later(sql`
    update files set retention_until = greatest(retention_until, ${until}::date)
    where organization_id = ${organization} and id = any(${fileIds}::uuid[])`);
}

const twinsMax = 20;

/** Expenses that have the same content as a receipt already. */
export async function expensesWithContent(
  { db, organization }: Context,
  sha256: string,
  exceptId: string,
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct l.expense_id as id from files f
    join file_links l on l.organization_id = f.organization_id and l.file_id = f.id
    where f.organization_id = ${organization} and f.sha256 = ${sha256} and l.expense_id <> ${exceptId}
    order by 1 limit ${twinsMax}`);
  return rows.map(({ id }) => id);
}
