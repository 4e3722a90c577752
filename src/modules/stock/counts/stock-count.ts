import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  ActorStamp,
  Day,
  ExternalId,
  Id,
  Instant,
  Metadata,
  Money,
  Quantity,
  SignedQuantity,
  Tags,
  Text,
} from '../../../wire/index.ts';
import { Location } from '../locations/location.ts';
import { variantName } from '../movements/movement.ts';

export const countLinesMax = 500;
export const countStatuses = ['open', 'submitted', 'applied', 'discarded'] as const;

const CountLine = z.object({
  position: z.int(),
  variant_id: Id('variant'),
  name: z.string(),
  sku: z.string().nullable(),
  expected_on_hand: SignedQuantity,
  on_hand: SignedQuantity.nullable().describe('Book quantity when it was applied.'),
  counted: Quantity.nullable(),
  difference: SignedQuantity.nullable().describe('Count difference from the book quantity.'),
  note: z.string().nullable(),
  value: Money.nullable().describe('Value of the difference; needs the permission costs:read.'),
  movement_id: Id('movement').nullable(),
});
type CountLine = z.output<typeof CountLine>;

export const StockCount = z.object({
  id: Id('stock_count'),
  organization_id: Id('organization'),
  number: z.string(),
  status: z.enum(countStatuses),
  location_id: Id('location'),
  effective_date: Day,
  note: z.string().nullable(),
  forced: z.boolean().describe('Applied as counted although stock had moved since.'),
  rebased: z.boolean().describe('Stock movements since were added to the count.'),
  line_count: z.int(),
  difference_count: z.int(),
  value: Money.nullable(),
  lines: z.array(CountLine),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  submitted_at: Instant.nullable(),
  ended_at: Instant.nullable().describe('When it was applied or discarded.'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type StockCount = z.output<typeof StockCount>;

/** In a list without its lines, of which there may be hundreds. */
const StockCountSummary = StockCount.omit({ lines: true });
export const ExpandedStockCount = StockCountSummary.extend({ location: Location.nullable().optional() });

const CountLineInput = z.strictObject({
  variant_id: Id('variant'),
  counted: Quantity,
  expected_on_hand: SignedQuantity.describe('`on_hand` as GET /api/stock/levels showed it; "0" where there is none.'),
  note: Text(1_000).optional(),
});

export const NewStockCount = z.strictObject({
  location_id: Id('location').optional().describe('Default: the default location.'),
  lines: z.array(CountLineInput).min(1).max(countLinesMax),
  force: z
    .boolean()
    .default(false)
    .describe('Applies it even if stock has moved since; needs the permission stock:manage.'),
  effective_date: Day.optional().describe('Default: today. Not later.'),
  note: Text(1_000).optional(),
  external_id: ExternalId.optional(),
  metadata: Metadata.optional(),
  tags: Tags.optional(),
});
export type NewStockCount = z.output<typeof NewStockCount>;

const CountNotice = z.object({
  id: Id('stock_count'),
  number: z.string(),
  location_id: Id('location'),
  difference_count: z.int(),
});
export const stockCounted = event('stock_count.applied', CountNotice);
export const countOpened = event('stock_count.opened', CountNotice);
export const countUpdated = event('stock_count.updated', CountNotice);
export const countSubmitted = event('stock_count.submitted', CountNotice);
export const countDiscarded = event('stock_count.discarded', CountNotice);

export const stockChanged = refusal(
  'stock_changed',
  409,
  'Stock has moved since it was counted.',
  'Count those in `changed` again, sending `on_hand` as expected, or apply the count with `rebase`.',
);
export const countExternalIdTaken = refusal(
  'stock_count_external_id_taken',
  409,
  'Another stock count has that external_id.',
  'List counts with that `external_id` to find it.',
  ['stock_counts_external_id_key'],
);

export const countIncomplete = refusal(
  'count_incomplete',
  409,
  'The stock count is incomplete.',
  'Count the variants in `uncounted`, or submit with `skip_uncounted`, which leaves them out.',
);

export type CountRow = Omit<StockCount, 'value' | 'lines'> & { readonly value: bigint };
type StoredLine = {
  readonly position: number;
  readonly variant_id: string;
  readonly product_name: string;
  readonly option_values: readonly string[];
  readonly sku: string | null;
  readonly expected: string;
  readonly on_hand: string | null;
  readonly counted: string | null;
  readonly note: string | null;
  readonly value: string;
  readonly movement_id: string | null;
};

/** A count as it goes out, without its lines. */
export function countFrom<Row extends CountRow>({ actor }: Context, row: Row) {
  const currency = actor.organization?.baseCurrency ?? '';
  const value = actor.permissions.has('costs:read') ? money(row.value, currency) : null;
  return { ...row, value };
}

export async function readCount(context: Context, id: string): Promise<StockCount> {
  const row = await context.db.maybe<CountRow & { readonly lines: readonly StoredLine[] | null }>(sql`
    select stock_counts.*, ${linesOf} as lines from stock_counts
    where organization_id = ${context.organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return withLines(context, row);
}

/** Locks the count, and checks that it is the version that the caller saw. */
export async function lockCount(context: Context, id: string, version?: number): Promise<StockCount> {
  const { db, organization } = context;
  const locked = db.maybe<{ version: number }>(sql`
    select version from stock_counts where organization_id = ${organization} and id = ${id} for no key update`);
  const [row, count] = await Promise.all([locked, readCount(context, id)]);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  context.before(encoderOf(StockCount)(count));
  return count;
}

function withLines(context: Context, row: CountRow & { readonly lines: readonly StoredLine[] | null }): StockCount {
  const { rebased } = row;
  const lines = (row.lines ?? []).map((line) => lineFrom(context, line, { rebased }));
  return { ...countFrom(context, row), lines };
}

/** The lines of a count as JSON, integers in text. */
const linesOf: Sql = sql`(select jsonb_agg(to_jsonb(shown) order by shown.position) from (
  select line.position, line.variant_id, item.product_name, item.option_values, item.sku,
    line.expected::text as expected, line.on_hand::text as on_hand, line.counted::text as counted,
    line.value::text as value, line.note, line.movement_id
  from stock_count_lines line
  join variants_in_stock item on item.organization_id = line.organization_id and item.id = line.variant_id
  where line.organization_id = stock_counts.organization_id and line.count_id = stock_counts.id) shown)`;

function lineFrom({ actor }: Context, line: StoredLine, { rebased }: { readonly rebased: boolean }): CountLine {
  const expected = BigInt(line.expected);
  const [onHand, counted] = [line.on_hand, line.counted].map((text) => (text === null ? null : BigInt(text)));
  const base = rebased || onHand === null || onHand === undefined ? expected : onHand;
  const currency = actor.organization?.baseCurrency ?? '';
  return {
    position: line.position,
    variant_id: line.variant_id,
    name: variantName(line.product_name, line.option_values),
    sku: line.sku,
    expected_on_hand: expected,
    on_hand: onHand ?? null,
    counted: counted ?? null,
    difference: counted === null || counted === undefined ? null : counted - base,
    note: line.note,
    value: actor.permissions.has('costs:read') ? money(BigInt(line.value), currency) : null,
    movement_id: line.movement_id,
  };
}
