import { type Day, laterOf } from '../../../core/calendar.ts';
import type { EntryLine, EntrySource } from '../../../core/entry.ts';
import { money } from '../../../core/money.ts';
import { type PostingHeader, reversalOf } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Posting } from './post.ts';

type Row = {
  readonly entry_id: string;
  readonly entry_date: Day;
  readonly account_id: string;
  readonly amount: bigint;
  readonly currency: string | null;
  readonly currency_amount: bigint | null;
  readonly client_id: string | null;
  readonly product_id: string | null;
  readonly variant_id: string | null;
  readonly member_id: string | null;
  readonly location_id: string | null;
  readonly tax_rate_id: string | null;
  readonly tax_base: bigint | null;
  readonly dimension_value_ids: readonly string[] | null;
};

/**
 * Reversals, on an open day, of every active entry of this source; `memo` gives the reason. What is dated later is
 * taken back on its own day, since the books never had it before. To be posted by the caller, who holds the lock of the
 * record that they come from, so that no two take back the same.
 */
export async function reversalsOf(
  context: Context,
  source: EntrySource,
  { date: day, memo }: { readonly date: Day; readonly memo: string },
): Promise<Posting[]> {
  const rows = await context.db.many<Row>(sql`
    select l.*
    from journal_entries as e
    join journal_lines as l on l.organization_id = e.organization_id and l.entry_id = e.id
    where e.organization_id = ${context.organization} and e.source_type = ${source.type} and e.source_id = ${source.id}
      and e.kind <> 'reversal'
      and not exists (select from journal_entries as r
        where r.organization_id = e.organization_id and r.reverses_id = e.id)
    order by e.id, l.position`);
  return [...byEntry(rows)].map(([id, lines]) => {
    const date = laterOf(day, lines[0]?.entry_date ?? day);
    return reversalPosting(context, id, { header: { date, memo, source }, lines: lines.map(lineFrom) });
  });
}

/**
 * Lines of entries as they stand in the books, by the entry: with those of an exchange difference, which were added
 * when it was posted and which nothing else knows.
 */
export async function linesOfEntries(
  { db, organization }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly EntryLine[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many<Row>(sql`
    select * from journal_lines
    where organization_id = ${organization} and entry_id = any(${[...ids]}::uuid[])
    order by entry_id, position`);
  return new Map([...byEntry(rows)].map(([id, lines]) => [id, lines.map(lineFrom)]));
}

type Reversing = { readonly header: PostingHeader; readonly lines: readonly EntryLine[] };

/** The reversal of an entry with these lines. */
export function reversalPosting(context: Context, entryId: string, { header, lines }: Reversing): Posting {
  const original = { ...header, kind: 'system', lines } as const;
  return { id: context.newId(), entry: reversalOf(original, entryId, header) };
}

function byEntry(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ entry_id: id }) => id);
}

function lineFrom(row: Row): EntryLine {
  const { currency, currency_amount: foreign } = row;
  return {
    account: row.account_id,
    amount: row.amount,
    clientId: row.client_id ?? undefined,
    productId: row.product_id ?? undefined,
    variantId: row.variant_id ?? undefined,
    memberId: row.member_id ?? undefined,
    locationId: row.location_id ?? undefined,
    taxRateId: row.tax_rate_id ?? undefined,
    taxBase: row.tax_base ?? undefined,
    dimensionIds: row.dimension_value_ids ?? undefined,
    foreign: currency === null || foreign === null ? undefined : money(foreign, currency),
  };
}
