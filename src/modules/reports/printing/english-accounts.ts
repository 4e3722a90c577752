import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Cell } from '../../ledger/index.ts';
import type { AccountNotes, Table } from './report-table.ts';

/** The same table with the English names of its accounts, where they have one and the reader reads English. */
export async function withEnglishAccounts(
  { db, organization, actor }: Context,
  made: Table,
  language: string | undefined,
): Promise<Table> {
  const [codeAt, nameAt] = [made.header.indexOf('code'), made.header.indexOf('account')];
  const reads = language ?? actor.organization?.locale ?? '';
  const hasColumns = codeAt >= 0 && nameAt >= 0;
  if ((!hasColumns && made.notes === undefined) || !/^en\b/i.test(reads)) return made;
  const rows = await db.many<{ readonly code: string; readonly name: string; readonly english: string }>(sql`
    select code, name, english_name as english from report_accounts
    where organization_id = ${organization} and english_name is not null`);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const translated = (row: readonly Cell[]): readonly Cell[] => {
    const code = row[codeAt];
    const account = typeof code === 'string' ? byCode.get(code) : undefined;
    return account !== undefined && row[nameAt] === account.name ? row.with(nameAt, account.english) : row;
  };
  const { notes } = made;
  const english = (account: NotedAccount): NotedAccount => {
    const known = account.code === null ? undefined : byCode.get(account.code);
    return known?.name === account.name ? { ...account, name: known.english } : account;
  };
  return {
    ...made,
    rows: hasColumns ? made.rows.map(translated) : made.rows,
    ...(notes && {
      notes: { ...notes, lines: notes.lines.map((one) => ({ ...one, accounts: one.accounts.map(english) })) },
    }),
  };
}

type NotedAccount = AccountNotes['lines'][number]['accounts'][number];
