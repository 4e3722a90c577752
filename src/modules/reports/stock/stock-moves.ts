import { addDays, type Day } from '../../../core/calendar.ts';
import type { Period } from '../../../core/period.ts';
import { nothing, type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { stockAsAt, stockByPlace, type StockGroup, stockKeys } from './stock-standing.ts';

const phases = ['opening', 'received', 'issued', 'transferred', 'adjusted', 'closing', 'dead'] as const;
type Phase = (typeof phases)[number];

/** Phase of a movement `moved`: received, issued by a sale, transferred or adjusted. */
export const phaseOf: Sql = sql`case
  when moved.type in ('purchase_receipt', 'opening', 'supplier_return') then 'received'
  when moved.type in ('sale_issue', 'sale_return') then 'issued'
  when moved.type in ('transfer_out', 'transfer_in') then 'transferred'
  else 'adjusted' end`;

/** Quantity in 1/100,000 and value in minor units, with their sign: what was issued is below zero. */
export type Moved = { readonly quantity: bigint; readonly value: bigint };

/** Opening, movements and closing of a group, and the dead part of its stock. */
export type StockFlow = Readonly<Record<Phase, Moved>> & {
  readonly kind: 'group' | 'others' | 'unassigned';
  readonly key: string | null;
  readonly lastSold: Day | null;
  /** Number of groups, including those among the others. */
  readonly groups: number;
};

export type FlowQuestion = {
  readonly group: StockGroup;
  readonly period: Period;
  readonly location: string | undefined;
  /** Groups beyond this many, by what they are worth at the end, are summed up as others. */
  readonly limit: number;
  /** After how many days without a sale what lies there is dead. */
  readonly deadDays?: number;
  readonly isDeadOnly?: boolean;
};

type Cell = Pick<StockFlow, 'kind' | 'key' | 'groups'> &
  Moved & { readonly phase: Phase; readonly last_sold: Day | null };

export async function stockFlows(context: Context, question: FlowQuestion): Promise<StockFlow[]> {
  const { group, limit, isDeadOnly = false } = question;
  const [by, kept] = isDeadOnly ? [sql`'dead'`, sql`size > 0`] : [sql`'closing'`, sql`is_something`];
  const of = (column: Sql) => sql`coalesce(sum(${column}) filter (where phase = ${by}) over own, 0)`;
  const cells = await context.db.many<Cell>(sql`
    with facts as (${stockFacts(context, question)}),
    cells as (
      select ${stockKeys[group]} as key, stock.phase, sum(stock.quantity)::bigint as quantity,
        sum(stock.value)::bigint as value, max(stock.last_sold) as last_sold
      from facts as stock
      join report_variants as variant
        on variant.organization_id = ${context.organization} and variant.variant_id = stock.variant_id
      group by 1, 2
    ), weighed as (
      select *, ${of(sql`value`)} as weight, ${of(sql`quantity`)} as size,
        bool_or(quantity <> 0 or value <> 0) over own as is_something
      from cells window own as (partition by key)
    ), ranked as (
      select *, dense_rank() over (order by key is null, weight desc, size desc, key) as rank from weighed where ${kept}
    )
    select case when key is null then 'unassigned' when rank <= ${limit} then 'group' else 'others' end as kind,
      case when rank <= ${limit} then key::text end as key, phase, sum(quantity)::bigint as quantity,
      sum(value)::bigint as value, max(last_sold) as last_sold,
      coalesce((select max(rank) from ranked where key is not null), 0)::int as groups
    from ranked group by 1, 2, 3 order by min(rank), phase`);
  const groups = Map.groupBy(cells, ({ kind, key }) => `${kind} ${key}`);
  return [...groups.values()].map(flowFrom);
}

/**
 * Closing stock of the range, and the movements within it. So that a range costs what happened in it and after it, and
 * never what happened before. By location what there was before is asked too: it is not what is left less what moved,
 * as each article costs the same everywhere, whatever was paid for what came to a location.
 */
function stockFacts({ organization }: Context, question: FlowQuestion): Sql {
  const { group, location, period, deadDays } = question;
  const isByPlace = group === 'location' || location !== undefined;
  const place = (column: Sql) => (isByPlace ? column : sql`null::uuid`);
  const here = (alias: Sql) => (location === undefined ? nothing : sql`and ${alias}.location_id = ${location}`);
  const standing = (isByPlace ? stockByPlace : stockAsAt)(organization, period.to);
  const opening = sql`
    select stock.variant_id, stock.location_id, 'opening' as phase, stock.quantity, stock.value,
      null::date as last_sold
    from (${stockByPlace(organization, addDays(period.from, -1))}) as stock where true ${here(sql`stock`)} union all`;
  return sql`
    with standing as materialized (${standing})
    ${isByPlace ? opening : nothing}
    select stock.variant_id, ${place(sql`stock.location_id`)} as location_id, 'closing' as phase, stock.quantity,
      stock.value, null::date as last_sold
    from standing as stock where true ${here(sql`stock`)}
    union all
    select moved.variant_id, ${place(sql`moved.location_id`)}, ${phaseOf}, sum(moved.quantity), sum(moved.value),
      max(moved.effective_date) filter (where moved.type = 'sale_issue')
    from report_stock_movements as moved
    where moved.organization_id = ${organization} and moved.effective_date between ${period.from} and ${period.to}
      ${here(sql`moved`)}
    group by 1, 2, 3
    ${deadDays === undefined ? nothing : sql`union all ${deadStock(organization, question, here(sql`stock`))}`}`;
}

/** Stock that was there so many days before the end already, of variants without a sale since. */
function deadStock(organization: string, { group, location, period, deadDays }: FlowQuestion, here: Sql): Sql {
  const isByPlace = group === 'location' || location !== undefined;
  const first = sql`${period.to}::date - ${deadDays}::int`;
  const own = (alias: Sql) => (isByPlace ? sql`and ${alias}.location_id = stock.location_id` : nothing);
  return sql`
    select stock.variant_id, ${isByPlace ? sql`stock.location_id` : sql`null::uuid`}, 'dead', stock.quantity,
      stock.value, null::date
    from standing as stock
    left join (
      select distinct variant_id, ${isByPlace ? sql`location_id` : sql`null::uuid as location_id`}
      from report_stock_movements
      where organization_id = ${organization} and effective_date > ${first} and effective_date <= ${period.to}
        and type = 'sale_issue') as sold on sold.variant_id = stock.variant_id ${own(sql`sold`)}
    where stock.quantity > 0 and sold.variant_id is null ${here}
      and exists (select from report_stock_movements as early where early.organization_id = ${organization}
        and early.variant_id = stock.variant_id and early.effective_date <= ${first} ${own(sql`early`)})`;
}

const none: Moved = { quantity: 0n, value: 0n };

function flowFrom(cells: readonly Cell[]): StockFlow {
  const [first] = cells;
  if (first === undefined) throw new Error('a group has a cell at least');
  const of = (phase: Phase): Moved => cells.find((cell) => cell.phase === phase) ?? none;
  const [received, issued, transferred, closing] = [of('received'), of('issued'), of('transferred'), of('closing')];
  const opening = cells.find(({ phase }) => phase === 'opening');
  const moved = (name: keyof Moved) => closing[name] - received[name] - issued[name] - transferred[name];
  // The values left out of the row follow from the others.
  const [before, adjusted]: Moved[] =
    opening === undefined ? [less(moved, of('adjusted')), of('adjusted')] : [opening, less(moved, opening)];
  return {
    kind: first.kind,
    key: first.key,
    groups: first.groups,
    received,
    issued,
    transferred,
    closing,
    dead: of('dead'),
    opening: before ?? none,
    adjusted: adjusted ?? none,
    lastSold: cells.find(({ last_sold: day }) => day !== null)?.last_sold ?? null,
  };
}

function less(moved: (name: keyof Moved) => bigint, part: Moved): Moved {
  return { quantity: moved('quantity') - part.quantity, value: moved('value') - part.value };
}
