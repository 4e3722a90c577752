import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { checkQuantity, stockedVariant } from '../movements/movement-input.ts';
import type { StockLock } from '../levels/stock-lock.ts';
import type { Transfer } from './transfer.ts';

export type LineGiven = { readonly variant_id: string; readonly quantity: bigint };

/** Each variant once, of stock that is kept, in quantities that it comes in. */
export function checkLines(lines: readonly LineGiven[], lock: StockLock): void {
  const seen = new Set<string>();
  for (const [index, { variant_id: id, quantity }] of lines.entries()) {
    const pointer = `/lines/${index}`;
    if (seen.has(id)) throw fault(`${pointer}/variant_id`, 'repeated', 'Write each variant once.');
    seen.add(id);
    checkQuantity(stockedVariant(lock, id, pointer), quantity, `${pointer}/quantity`);
    if (quantity === 0n) throw fault(`${pointer}/quantity`, 'not_positive', 'Write more than zero.');
  }
}

/** A transfer as it will be written, beside what everything has. */
export type NewTransfer = Pick<
  Transfer,
  'id' | 'from_location_id' | 'to_location_id' | 'expected_on' | 'note' | 'external_id' | 'metadata' | 'tags'
>;

export function insertTransfer({ db, organization, now, actor }: Context, transfer: NewTransfer): void {
  const stamp = JSON.stringify(actorStamp(actor));
  db.later(sql`
    insert into stock_transfers (organization_id, id, from_location_id, to_location_id, expected_on, note, external_id,
      metadata, tags, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${transfer.id}, ${transfer.from_location_id}, ${transfer.to_location_id},
      ${transfer.expected_on}, ${transfer.note}, ${transfer.external_id}, ${JSON.stringify(transfer.metadata)},
      ${transfer.tags}, ${now}, ${now}, ${stamp}, ${stamp})`);
}

export function insertLines({ db, organization }: Context, id: string, lines: readonly LineGiven[]): void {
  db.later(sql`
    insert into stock_transfer_lines (organization_id, transfer_id, position, variant_id, quantity)
    select ${organization}, ${id}, line.*
    from unnest(${lines.map((_, index) => index + 1)}::int[], ${lines.map((line) => line.variant_id)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::bigint[]) as line`);
}

/** Progress of a transfer: its status, and further quantities received or returned by variant. */
export type Progress = {
  readonly status: Transfer['status'];
  readonly date: Day;
  readonly transitId?: string | undefined;
  readonly arrived: ReadonlyMap<string, bigint>;
  readonly returned: ReadonlyMap<string, bigint>;
};

/** Writes it, and how much less is on its way to where it goes. A transfer that is sent takes its number. */
export function advanceTransfer(context: Context, before: Transfer, progress: Progress): void {
  const { db, organization, now, actor } = context;
  const { status, date, transitId = before.transit_location_id, arrived, returned } = progress;
  const isSent = before.status === 'draft' && status === 'in_transit';
  const isEnded = status === 'received' || status === 'cancelled';
  db.later(sql`
    update stock_transfers set status = ${status}, transit_location_id = ${transitId},
      ${isSent ? sql`number = take_number(${organization}, 'transfer', ${date}), sent_at = ${now},` : sql``}
      ended_at = ${isEnded ? now : null}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${before.id}`);
  const moved = before.lines.map(({ variant_id: id, quantity }) => {
    const [came, back] = [arrived.get(id) ?? 0n, returned.get(id) ?? 0n];
    return { id, came, back, coming: (isSent ? quantity : 0n) - came - back };
  });
  db.later(sql`
    with moved as (
      select * from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ came }) => came)}::bigint[],
        ${moved.map(({ back }) => back)}::bigint[], ${moved.map(({ coming }) => coming)}::bigint[])
        as moved (variant_id, came, back, coming)
    ), lined as (
      update stock_transfer_lines as line set received = line.received + moved.came,
        returned = line.returned + moved.back
      from moved where line.organization_id = ${organization} and line.transfer_id = ${before.id}
        and line.variant_id = moved.variant_id and (moved.came <> 0 or moved.back <> 0)
    )
    update stock_levels as level set in_transit = level.in_transit + moved.coming, version = level.version + 1,
      updated_at = ${now}
    from moved where level.organization_id = ${organization} and level.location_id = ${before.to_location_id}
      and level.variant_id = moved.variant_id and moved.coming <> 0`);
}
