import type { Day } from '../../../core/calendar.ts';
import type { Entry, EntryLine } from '../../../core/entry.ts';
import { arrayText, type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { batchedLater } from '../../../operation/batched.ts';
import type { Context } from '../../../operation/operation.ts';
import { outflowLines } from '../balances/outflow-lines.ts';
import { isKind } from './journal-entry.ts';

/** An entry with the id that it will have, so that the record it comes from can name it. */
export type Posting = { readonly id: string; readonly entry: Entry };

/**
 * Posts entries in the caller's transaction: one statement, however many there are, sent without waiting; two where
 * there is foreign money, as what an account holds of it must be read once the counter is held.
 *
 * Posting comes last in a transaction, in one call: it takes the counter of entries and the sums of the day, which all
 * postings of an organisation share, and whoever then still waited for another number could wait for ever.
 */
export function post(context: Context, postings: readonly Posting[]): void {
  if (postings.length > 0) postTogether(context, postings);
}

const postTogether = batchedLater('end', (context: Context, calls: readonly (readonly Posting[])[]) => {
  const { db, organization } = context;
  const postings = calls.flat();
  const lines = postings.flatMap(({ id, entry }) =>
    entry.lines.map((line, index) => ({ entryId: id, position: index + 1, day: entry.date, ...line })),
  );
  if (lines.some(({ foreign }) => foreign !== undefined)) {
    const averaged = postings.filter(({ entry }) => entry.kind === 'system').map(({ id }) => id);
    db.later(entriesInsert(context, postings));
    db.later(sql`
      with given as (${linesTable(lines)})
      insert into journal_lines (organization_id, ${lineColumns})
      select ${organization}, line.* from (
        select ${lineColumns} from given ${outflowLines(organization, averaged)}) as line`);
    return;
  }
  // Counting the entries has them written first: whatever the lines lock comes after the counter.
  db.later(sql`
    with posted as (${entriesInsert(context, postings)})
    insert into journal_lines (organization_id, ${lineColumns})
    select ${organization}::uuid, line.* from (${linesTable(lines)}) as line
    where (select count(*) from posted) = ${postings.length}`);
});

function entriesInsert({ organization, now, actor }: Context, postings: readonly Posting[]): Sql {
  const entries = postings.map(({ entry }) => entry);
  for (const { source } of entries) {
    if (!isKind(source.type)) throw new RangeError(`${source.type} is no kind of record`);
  }
  const days = entries.map(({ date }) => date);
  return sql`
    insert into journal_entries (organization_id, id, number, entry_date, posted_at, kind, source_type, source_id,
      source_event, memo, reverses_id, created_by)
    select ${organization}::uuid, id, number, day, ${now}::timestamptz, kind,
      source_type, source_id, source_event, memo, reverses_id, ${JSON.stringify(actorStamp(actor))}::jsonb
    from unnest(${postings.map(({ id }) => id)}::uuid[], ${days}::date[],
      take_entry_numbers(${organization}, ${days}::date[]), ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ source }) => source.type)}::text[],
      ${entries.map(({ source }) => source.id)}::uuid[], ${entries.map(({ source }) => source.event ?? null)}::text[],
      ${entries.map(({ memo }) => memo)}::text[], ${entries.map(({ reversesId }) => reversesId ?? null)}::uuid[])
      as posting (id, day, number, kind, source_type, source_id, source_event, memo, reverses_id)
    returning id`;
}

const plainColumns = sql`entry_id, position, account_id, entry_date, amount, currency, currency_amount, client_id,
  product_id, variant_id, member_id, location_id, tax_rate_id, tax_base`;
const lineColumns = sql`${plainColumns}, dimension_value_ids`;

type Placed = EntryLine & { readonly entryId: string; readonly position: number; readonly day: Day };

function linesTable(lines: readonly Placed[]): Sql {
  return sql`
    select ${plainColumns}, dimension_value_ids::uuid[] from unnest(${lines.map(({ entryId }) => entryId)}::uuid[],
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
      ${lines.map(({ taxBase }) => taxBase ?? null)}::bigint[],
      ${lines.map(({ dimensionIds = [] }) => (dimensionIds.length === 0 ? null : arrayText(dimensionIds)))}::text[])
      as line (${lineColumns})`;
}
