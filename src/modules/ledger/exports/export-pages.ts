import { type Money, money } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { nothing, type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountClass, AccountType } from '../accounts/chart.ts';
import { baseCurrency, recordId } from '../entries/journal-entry.ts';
import { type LineNames, lineNames, type NamedParty, type NamedRate, type NamedValue } from '../entries/line-names.ts';
import { paperColumn, type PaperOfEntry } from '../entries/paper.ts';

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

/** Tax of a line, and what it was counted from: with the sign of the line, in the currency of the document. */
export type ExportedTax = NamedRate & { readonly base: bigint };

export type ExportedLine = {
  readonly account: string;
  readonly amount: Money;
  /** The amount as it was agreed, in another currency. */
  readonly foreign: Money | undefined;
  readonly party: NamedParty | undefined;
  readonly tax: ExportedTax | undefined;
  /** In the order of the dimensions. */
  readonly dimensions: readonly NamedValue[];
};

export type ExportedEntry = {
  readonly id: string;
  readonly number: string;
  readonly date: string;
  readonly memo: string;
  readonly kind: string;
  /** The kind of record it comes from, and its id as it is on the wire. */
  readonly sourceType: string;
  readonly source: string;
  /** RFC 3339, UTC. */
  readonly postedAt: string;
  readonly author: string;
  /** The number of the entry that this one reverses. */
  readonly reverses: string | null;
  readonly paper: PaperOfEntry | null;
  readonly lines: readonly ExportedLine[];
};

/** Entries of some days: by day and then as they were posted, or in the order of posting alone. */
export type EntriesAsked = Period & { readonly asPosted?: boolean };

type Books = Pick<Context, 'db' | 'organization'>;

export async function exportAccounts({ db, organization }: Books): Promise<ReadonlyMap<string, ExportedAccount>> {
  const rows = await db.many<ExportedAccount>(sql`
    select id, code, name, class, type, system_role as role, parent_id as "parentId", archived_at as "archivedAt"
    from accounts
    where organization_id = ${organization} order by code`);
  return new Map(rows.map((row) => [row.id, row]));
}

type Row = Omit<ExportedEntry, 'sourceType' | 'source' | 'lines'> & {
  readonly source_type: string;
  readonly source_id: string;
  readonly accounts: readonly string[];
  /** As text: an array of bigint is not ours to parse. */
  readonly amounts: readonly string[];
  readonly currencies: readonly (string | null)[];
  readonly foreign_amounts: readonly (string | null)[];
  readonly clients: readonly (string | null)[];
  readonly rates: readonly (string | null)[];
  readonly tax_bases: readonly (string | null)[];
  /** The ids of each line with commas. */
  readonly dimensions: readonly (string | null)[];
};

/**
 * The page of entries after this one, by day and then in the order they were made. Whom lines name is looked up for the
 * page as a whole: joined to each line it took four times as long where the tables had no statistics yet.
 */
export async function exportEntries(
  context: Books & Pick<Context, 'actor'>,
  { from, to, asPosted = false }: EntriesAsked,
  after: ExportedEntry | undefined,
): Promise<ExportedEntry[]> {
  const { db, organization } = context;
  // Entries are numbered in the order of posting, without a gap; ids of concurrent calls cross each other.
  const order = asPosted ? sql`length(number), number` : sql`entry_date, id`;
  const seek = after === undefined ? nothing : sql`and (${order}) > (${placeOf(after, asPosted)})`;
  const rows = await db.many<Row>(sql`
    select e.id, e.number, e.entry_date as date, e.memo, e.kind, e.source_type, e.source_id, e.posted_at as "postedAt",
      e.created_by ->> 'name' as author, (select number from journal_entries as reversed
        where reversed.organization_id = e.organization_id and reversed.id = e.reverses_id) as reverses,
      ${paperColumn} as paper, lines.*
    from (
      select * from journal_entries
      where organization_id = ${organization} and entry_date between ${from} and ${to} ${seek}
      order by ${order} limit ${exportPageSize}) as e
    cross join lateral (
      select array_agg(account_id::text) as accounts, array_agg(amount::text) as amounts,
        array_agg(currency::text) as currencies, array_agg(currency_amount::text) as foreign_amounts,
        array_agg(client_id::text) as clients, array_agg(tax_rate_id::text) as rates,
        array_agg(tax_base::text) as tax_bases,
        array_agg(array_to_string(dimension_value_ids, ',')) as dimensions
      from (
        select * from journal_lines where organization_id = ${organization} and entry_id = e.id
        order by position) as line) as lines
    order by ${asPosted ? sql`length(e.number), e.number` : sql`e.entry_date, e.id`}`);
  const names = await lineNames(context, {
    clients: rows.flatMap((row) => row.clients),
    rates: rows.flatMap((row) => row.rates),
    values: rows.flatMap((row) => row.dimensions.flatMap(idsIn)),
  });
  return rows.map((row) => entryFrom(row, baseCurrency(context), names));
}

function placeOf({ number, date, id }: ExportedEntry, asPosted: boolean): Sql {
  return asPosted ? sql`length(${number}), ${number}` : sql`${date}, ${id}`;
}

function idsIn(joined: string | null | undefined): string[] {
  return joined ? joined.split(',') : [];
}

function entryFrom(row: Row, currency: string, { parties, rates, values }: LineNames): ExportedEntry {
  const { id, number, date, memo, kind, postedAt, author, reverses, paper, source_type: type } = row;
  const lines = row.accounts.map((account, index) => {
    const rate = rates.get(row.rates[index] ?? '');
    return {
      account,
      amount: money(BigInt(row.amounts[index] ?? 0), currency),
      foreign: foreignOf(row.currencies[index], row.foreign_amounts[index]),
      party: parties.get(row.clients[index] ?? ''),
      tax: rate === undefined ? undefined : { ...rate, base: BigInt(row.tax_bases[index] ?? 0) },
      dimensions: idsIn(row.dimensions[index]).flatMap((value) => values.get(value) ?? []),
    };
  });
  const about = { id, number, date, memo, kind, postedAt, author, reverses, paper };
  return { ...about, sourceType: type, source: recordId(type, row.source_id), lines };
}

function foreignOf(currency: string | null | undefined, minor: string | null | undefined): Money | undefined {
  return currency && minor ? money(BigInt(minor), currency) : undefined;
}
