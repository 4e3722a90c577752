import { type Money, money } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { nothing, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountClass, AccountType } from '../accounts/chart.ts';
import { baseCurrency, recordId } from '../entries/journal-entry.ts';

export const exportPageSize = 1_000;

export type ExportedAccount = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly class: AccountClass;
  readonly type: AccountType;
  readonly role: string | null;
  readonly parentId: string | null;
  readonly archivedAt: string | null;
};

export type ExportedLine = {
  readonly account: string;
  readonly amount: Money;
  /** The amount as it was agreed, in another currency. */
  readonly foreign: Money | undefined;
};

export type ExportedEntry = {
  readonly id: string;
  readonly number: string;
  readonly date: string;
  readonly memo: string;
  readonly kind: string;
  /** The id of the record it comes from, as it is on the wire. */
  readonly source: string;
  readonly lines: readonly ExportedLine[];
};

type Books = Pick<Context, 'db' | 'organization'>;

export async function exportAccounts({ db, organization }: Books): Promise<ReadonlyMap<string, ExportedAccount>> {
  const rows = await db.many<ExportedAccount>(sql`
    select id, code, name, class, type, system_role as role, parent_id as "parentId", archived_at as "archivedAt"
    from accounts
    where organization_id = ${organization} order by code`);
  return new Map(rows.map((row) => [row.id, row]));
}

type Row = Omit<ExportedEntry, 'source' | 'lines'> & {
  readonly source_type: string;
  readonly source_id: string;
  readonly accounts: readonly string[];
  /** As text: an array of bigint is not ours to parse. */
  readonly amounts: readonly string[];
  readonly currencies: readonly (string | null)[];
  readonly foreign_amounts: readonly (string | null)[];
};

/** The page of entries after this one, by day and then in the order they were made. */
export async function exportEntries(
  context: Books & Pick<Context, 'actor'>,
  { from, to }: Period,
  after: ExportedEntry | undefined,
): Promise<ExportedEntry[]> {
  const { db, organization } = context;
  const seek = after === undefined ? nothing : sql`and (entry_date, id) > (${after.date}, ${after.id})`;
  const rows = await db.many<Row>(sql`
    select e.id, e.number, e.entry_date as date, e.memo, e.kind, e.source_type, e.source_id, lines.*
    from (
      select * from journal_entries
      where organization_id = ${organization} and entry_date between ${from} and ${to} ${seek}
      order by entry_date, id limit ${exportPageSize}) as e
    cross join lateral (
      select array_agg(account_id::text order by position) as accounts,
        array_agg(amount::text order by position) as amounts,
        array_agg(currency::text order by position) as currencies,
        array_agg(currency_amount::text order by position) as foreign_amounts
      from journal_lines where organization_id = ${organization} and entry_id = e.id) as lines
    order by e.entry_date, e.id`);
  return rows.map((row) => entryFrom(row, baseCurrency(context)));
}

function entryFrom({ id, number, date, memo, kind, ...row }: Row, currency: string): ExportedEntry {
  const lines = row.accounts.map((account, index) => ({
    account,
    amount: money(BigInt(row.amounts[index] ?? 0), currency),
    foreign: foreignOf(row.currencies[index], row.foreign_amounts[index]),
  }));
  return { id, number, date, memo, kind, source: recordId(row.source_type, row.source_id), lines };
}

function foreignOf(currency: string | null | undefined, minor: string | null | undefined): Money | undefined {
  return currency && minor ? money(BigInt(minor), currency) : undefined;
}
