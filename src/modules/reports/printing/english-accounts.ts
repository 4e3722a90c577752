import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Cell } from '../../ledger/index.ts';
import { type Table, table } from './report-table.ts';

/** The same table with the English names of its accounts, where they have one and the reader reads English. */
export async function withEnglishAccounts(
  { db, organization, actor }: Context,
  made: Table,
  language: string | undefined,
): Promise<Table> {
  const [codeAt, nameAt] = [made.header.indexOf('code'), made.header.indexOf('account')];
  const reads = language ?? actor.organization?.locale ?? '';
  if (codeAt < 0 || nameAt < 0 || !/^en\b/i.test(reads)) return made;
  const rows = await db.many<{ readonly code: string; readonly name: string; readonly english: string }>(sql`
    select code, name, english_name as english from report_accounts
    where organization_id = ${organization} and english_name is not null`);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const translated = (row: readonly Cell[]): readonly Cell[] => {
    const code = row[codeAt];
    const account = typeof code === 'string' ? byCode.get(code) : undefined;
    return account !== undefined && row[nameAt] === account.name ? row.with(nameAt, account.english) : row;
  };
  return table(made.name, made.header, made.rows.map(translated));
}
