import type { Day } from '../../../core/calendar.ts';
import type { Entry, EntryLine } from '../../../core/entry.ts';
import { nothing, type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { linesOfEmptied } from '../balances/emptied-currencies.ts';
import { isKind } from './journal-entry.ts';

/** An entry with the id that it will have, so that the record it comes from can name it. */
export type Posting = { readonly id: string; readonly entry: Entry };

/**
 * Posts entries in the caller's transaction: two statements, however many there are, sent without waiting.
 *
 * Posting comes last in a transaction, in one call: it takes the counter of entries and the sums of the day, which all
 * postings of an organisation share, and whoever then still waited for another number could wait for ever.
 */
export function post(context: Context, postings: readonly Posting[]): void {
  if (postings.length === 0) return;
  insertEntries(context, postings);
  insertLines(context, postings);
}

function insertEntries(context: Context, postings: readonly Posting[]): void {
  const entries = postings.map(({ entry }) => entry);
  for (const { source } of entries) {
    if (!isKind(source.type)) throw new RangeError(`${source.type} is no kind of record`);
  }
  const days = entries.map(({ date }) => date);
  context.db.later(sql`
    insert into journal_entries (organization_id, id, number, entry_date, posted_at, kind, source_type, source_id,
      source_event, memo, reverses_id, created_by)
    select ${context.organization}, id, number, day, ${context.now}, kind,
      source_type, source_id, source_event, memo, reverses_id, ${JSON.stringify(actorStamp(context.actor))}
    from unnest(${postings.map(({ id }) => id)}::uuid[], ${days}::date[],
      take_entry_numbers(${context.organization}, ${days}::date[]), ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ source }) => source.type)}::text[],
      ${entries.map(({ source }) => source.id)}::uuid[], ${entries.map(({ source }) => source.event ?? null)}::text[],
      ${entries.map(({ memo }) => memo)}::text[], ${entries.map(({ reversesId }) => reversesId ?? null)}::uuid[])
      as posting (id, day, number, kind, source_type, source_id, source_event, memo, reverses_id)`);
}

function insertLines(context: Context, postings: readonly Posting[]): void {
  const lines = postings.flatMap(({ id, entry }) =>
    entry.lines.map((line, index) => ({ entryId: id, position: index + 1, day: entry.date, ...line })),
  );
  const isForeign = lines.some(({ foreign }) => foreign !== undefined);
  context.db.later(sql`
    with given as (${linesTable(lines)})
    insert into journal_lines (organization_id, ${lineColumns})
    select ${context.organization}, line.* from (
      select ${lineColumns} from given ${isForeign ? linesOfEmptied(context.organization) : nothing}) as line`);
}

const lineColumns = sql`entry_id, position, account_id, entry_date, amount, currency, currency_amount, client_id,
  product_id, variant_id, member_id, location_id, tax_rate_id, tax_base`;

type Placed = EntryLine & { readonly entryId: string; readonly position: number; readonly day: Day };

function linesTable(lines: readonly Placed[]): Sql {
  return sql`
    select * from unnest(${lines.map(({ entryId }) => entryId)}::uuid[],
      ${lines.map(({ position }) => position)}::int[],
      ${lines.map(({ account }) => account)}::uuid[], ${lines.map(({ day }) => day)}::date[],
      ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ foreign }) => foreign?.currency ?? null)}::text[],
      ${lines.map(({ foreign }) => foreign?.minor ?? null)}::bigint[],
      ${lines.map(({ clientId }) => clientId ?? null)}::uuid[],
      ${lines.map(({ productId }) => productId ?? null)}::uuid[],
      ${lines.map(({ variantId }) => variantId ?? null)}::uuid[],
      ${lines.map(({ memberId }) => memberId ?? null)}::uuid[],
      ${lines.map(({ locationId }) => locationId ?? null)}::uuid[],
      ${lines.map(({ taxRateId }) => taxRateId ?? null)}::uuid[],
      ${lines.map(({ taxBase }) => taxBase ?? null)}::bigint[]) as line (${lineColumns})`;
}
