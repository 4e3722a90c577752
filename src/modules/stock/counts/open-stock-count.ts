import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { ExternalId, Id, Metadata, Tags, Text } from '../../../wire/index.ts';
import { locationNotActive } from '../locations/location.ts';
import { stockedVariant } from '../movements/movement-input.ts';
import { countExternalIdTaken, countLinesMax, countOpened, readCount, StockCount } from './stock-count.ts';
import { lockStock } from '../levels/stock-lock.ts';

export const openStockCount = operation({
  name: 'open_stock_count',
  summary: 'Open a stock count (stock take) at a location, with the book quantity of each variant.',
  guidance:
    'Record quantities with update_stock_count, then submit and apply it. If everything is counted already, ' +
    'use create_stock_count.',
  http: 'POST /stock/counts/open',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  keyRequired: true,
  undo: undoneBy('discard_stock_count'),
  input: z.strictObject({
    location_id: Id('location').optional().describe('Default: the default location.'),
    variant_ids: z
      .array(Id('variant'))
      .min(1)
      .max(countLinesMax)
      .optional()
      .describe('Default: every variant ever stocked at the location.'),
    category_id: Id('product_category').optional().describe('Limits those to this category.'),
    note: Text(1_000).optional(),
    external_id: ExternalId.optional(),
    metadata: Metadata.optional(),
    tags: Tags.optional(),
  }),
  output: StockCount,
  refuses: [notFound, validationFailed, limitExceeded, locationNotActive, countExternalIdTaken],
  emits: [countOpened],
  async run(context, input) {
    const asked = [...new Set(input.variant_ids ?? [])];
    const lock = await lockStock(context, asked, input.location_id);
    for (const [index, id] of asked.entries()) stockedVariant(lock, id, `/variant_ids/${index}`);
    const found = await toCount(context, { locationId: lock.locationId, asked, categoryId: input.category_id });
    if (found.length > countLinesMax) throw limitExceeded({ max: countLinesMax, errors: [tooMany] });
    if (found.length === 0) throw nothingToCount(input);
    const id = context.newId();
    insertOpen(context, id, { ...input, locationId: lock.locationId, lineCount: found.length });
    insertLines(context, id, found);
    const count = await readCount(context, id);
    context.emit(countOpened(count));
    return count;
  },
});

const tooMany = {
  pointer: '/variant_ids',
  code: 'too_many',
  message: `Count at most ${countLinesMax} variants at a time: by category, or by \`variant_ids\`.`,
};

function nothingToCount({ category_id: category }: { readonly category_id?: string | undefined }): Error {
  const pointer = category === undefined ? '/location_id' : '/category_id';
  const message = 'There are no variants to count.';
  return notFound({ detail: message, errors: [{ pointer, code: 'not_found', message }] });
}

type Row = { readonly id: string; readonly on_hand: bigint };
type ToCount = {
  readonly locationId: string;
  readonly asked: readonly string[];
  readonly categoryId: string | undefined;
};

function toCount({ db, organization }: Context, { locationId, asked, categoryId }: ToCount): Promise<Row[]> {
  return db.many<Row>(sql`
    select item.id, coalesce(level.on_hand, 0) as on_hand from variants_in_stock item
    left join stock_levels level on level.organization_id = ${organization} and level.variant_id = item.id
      and level.location_id = ${locationId}
    where item.organization_id = ${organization} and item.track_inventory
      and case when ${asked.length} > 0 then item.id = any(${asked}::uuid[])
        else level.variant_id is not null and (level.on_hand <> 0 or item.status = 'active') end
      and (${categoryId ?? null}::uuid is null or item.category_id = ${categoryId ?? null}::uuid)
    order by item.name_key, item.id limit ${countLinesMax + 1}`);
}

type Opening = {
  readonly locationId: string;
  readonly lineCount: number;
  readonly note?: string | undefined;
  readonly external_id?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: readonly string[] | undefined;
};

function insertOpen(context: Context, id: string, { locationId, lineCount, ...about }: Opening): void {
  const { db, organization, now, today, actor } = context;
  const stamp = JSON.stringify(actorStamp(actor));
  db.later(sql`
    insert into stock_counts (organization_id, id, number, status, location_id, effective_date, note, forced,
      line_count, difference_count, value, external_id, metadata, tags, created_at, created_by, updated_at, updated_by)
    values (${organization}, ${id}, take_number(${organization}, 'stock_count', ${today}), 'open', ${locationId},
      ${today}, ${about.note ?? null}, false, ${lineCount}, 0, 0, ${about.external_id ?? null},
      ${JSON.stringify(about.metadata ?? {})}, ${about.tags ?? []}, ${now}, ${stamp}, ${now}, ${stamp})`);
}

function insertLines({ db, organization }: Context, id: string, rows: readonly Row[]): void {
  db.later(sql`
    insert into stock_count_lines (organization_id, count_id, position, variant_id, expected)
    select ${organization}, ${id}, line.*
    from unnest(${rows.map((_, index) => index + 1)}::int[], ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.on_hand)}::bigint[]) as line`);
}
