import { z } from 'zod';
import { money } from '../../core/money.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { notFound, refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
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
} from '../../wire/index.ts';
import { Location } from './location.ts';
import { variantName } from './movement.ts';

const countLinesMax = 500;

const CountLine = z.object({
  position: z.int(),
  variant_id: Id('variant'),
  name: z.string(),
  sku: z.string().nullable(),
  expected_on_hand: SignedQuantity,
  on_hand: SignedQuantity.describe('What the books had when it was applied.'),
  counted: Quantity,
  difference: SignedQuantity,
  value: Money.nullable().describe('What the difference is worth; needs the permission costs:read.'),
  movement_id: Id('movement').nullable(),
});
type CountLine = z.output<typeof CountLine>;

export const StockCount = z.object({
  id: Id('stock_count'),
  organization_id: Id('organization'),
  number: z.string(),
  status: z.literal('applied'),
  location_id: Id('location'),
  effective_date: Day,
  note: z.string().nullable(),
  forced: z.boolean(),
  line_count: z.int(),
  difference_count: z.int(),
  value: Money.nullable(),
  lines: z.array(CountLine),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  created_at: Instant,
  created_by: ActorStamp,
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
  location_id: Id('location').optional().describe('The default location unless said.'),
  lines: z.array(CountLineInput).min(1).max(countLinesMax),
  force: z
    .boolean()
    .default(false)
    .describe('Applies it although stock has moved since; needs the permission stock:manage.'),
  effective_date: Day.optional().describe('Default: today. Not later.'),
  note: Text(1_000).optional(),
  external_id: ExternalId.optional(),
  metadata: Metadata.optional(),
  tags: Tags.optional(),
});
export type NewStockCount = z.output<typeof NewStockCount>;

export const stockCounted = event(
  'stock_count.applied',
  z.object({ id: Id('stock_count'), number: z.string(), location_id: Id('location'), difference_count: z.int() }),
);

export const stockChanged = refusal(
  'stock_changed',
  409,
  'Stock has moved since it was counted.',
  'Count the variants in `changed` again, and send `expected_on_hand` as `on_hand` is now.',
);
export const countExternalIdTaken = refusal(
  'stock_count_external_id_taken',
  409,
  'Another count has that external_id.',
  'List counts with that `external_id` to find it.',
  ['stock_counts_external_id_key'],
);

export type CountRow = Omit<StockCount, 'status' | 'value' | 'lines'> & { readonly value: bigint };
type StoredLine = {
  readonly position: number;
  readonly variant_id: string;
  readonly product_name: string;
  readonly option_values: readonly string[];
  readonly sku: string | null;
  readonly expected: string;
  readonly on_hand: string;
  readonly counted: string;
  readonly value: string;
  readonly movement_id: string | null;
};

/** A count as it goes out, without its lines. */
export function countFrom<Row extends CountRow>({ actor }: Context, row: Row) {
  const currency = actor.organization?.baseCurrency ?? '';
  const value = actor.permissions.has('costs:read') ? money(row.value, currency) : null;
  return { ...row, status: 'applied' as const, value };
}

export async function readCount(context: Context, id: string): Promise<StockCount> {
  const row = await context.db.maybe<CountRow & { readonly lines: readonly StoredLine[] }>(sql`
    select stock_counts.*, ${linesOf} as lines from stock_counts
    where organization_id = ${context.organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return { ...countFrom(context, row), lines: row.lines.map((line) => lineFrom(context, line)) };
}

/** The lines of a count as JSON, integers in text. */
const linesOf: Sql = sql`(select jsonb_agg(to_jsonb(shown) order by shown.position) from (
  select line.position, line.variant_id, item.product_name, item.option_values, item.sku,
    line.expected::text as expected, line.on_hand::text as on_hand, line.counted::text as counted,
    line.value::text as value, line.movement_id
  from stock_count_lines line
  join variants_in_stock item on item.organization_id = line.organization_id and item.id = line.variant_id
  where line.organization_id = stock_counts.organization_id and line.count_id = stock_counts.id) shown)`;

function lineFrom({ actor }: Context, line: StoredLine): CountLine {
  const [onHand, counted] = [BigInt(line.on_hand), BigInt(line.counted)];
  const currency = actor.organization?.baseCurrency ?? '';
  return {
    position: line.position,
    variant_id: line.variant_id,
    name: variantName(line.product_name, line.option_values),
    sku: line.sku,
    expected_on_hand: BigInt(line.expected),
    on_hand: onHand,
    counted,
    difference: counted - onHand,
    value: actor.permissions.has('costs:read') ? money(BigInt(line.value), currency) : null,
    movement_id: line.movement_id,
  };
}
