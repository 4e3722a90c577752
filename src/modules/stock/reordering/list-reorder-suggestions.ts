import { z } from 'zod';
import { addDays } from '../../../core/calendar.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { clientIs, filter } from '../../../operation/filter.ts';
import { listOf, numberKey, Page, page, textKey } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Quantity, SignedQuantity } from '../../../wire/index.ts';
import { variantName } from '../movements/movement.ts';

const daysDefault = 30;
const coverDaysDefault = 14;
const daysMax = 366;

const Suggestion = z.object({
  variant_id: Id('variant'),
  product_id: Id('product'),
  name: z.string(),
  sku: z.string().nullable(),
  supplier_id: Id('client').nullable(),
  available: SignedQuantity.describe('On hand and not reserved.'),
  in_transit: Quantity.describe('Incoming stock.'),
  demand: Quantity.describe('Sold in the days analysed, less returns.'),
  days_of_cover: z.int().nullable().describe('Days of stock left at this demand; null without demand.'),
  reorder_point: Quantity.nullable(),
  suggested_quantity: Quantity,
});
type Suggestion = z.output<typeof Suggestion>;

const asked = () => sql`true`;

const list = listOf({
  name: 'reorder_suggestions',
  row: Suggestion,
  id: sql`due.variant_id`,
  sorts: {
    days_of_cover: numberKey(sql`coalesce(due.days_of_cover, 1000000)`),
    suggested_quantity: numberKey(sql`due.suggested_quantity`),
    name: textKey(sql`due.name_key`),
  },
  defaultSort: 'days_of_cover',
  filters: {
    days: filter(
      z.int().min(1).max(daysMax).describe(`Days of past sales to analyse. Default: ${daysDefault}.`),
      asked,
    ),
    cover_days: filter(
      z.int().min(1).max(daysMax).describe(`Days that stock should last. Default: ${coverDaysDefault}.`),
      asked,
    ),
    location_id: filter(Id('location').describe('Default: all locations.'), asked),
    supplier_id: clientIs(sql`due.supplier_id`),
    category_id: filter(Id('product_category'), (id) => sql`due.category_id = ${id}`),
    product_id: filter(Id('product'), (id) => sql`due.product_id = ${id}`),
    variant_id: filter(Id('variant'), (id) => sql`due.variant_id = ${id}`),
  },
});

type Row = Omit<Suggestion, 'name'> & { readonly product_name: string; readonly option_values: readonly string[] };

export const listReorderSuggestions = operation({
  name: 'list_reorder_suggestions',
  summary: 'List reorder suggestions: what to order, how much and from which supplier.',
  guidance:
    'Includes variants at their reorder point, and those that will not last `cover_days` at the demand of the ' +
    'last `days`.',
  http: 'GET /stock/reorder-suggestions',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  cost: 2,
  input: list.input,
  output: Page(Suggestion),
  async run(context, input) {
    const question = {
      days: numberIn(input['days'], daysDefault),
      coverDays: numberIn(input['cover_days'], coverDaysDefault),
      locationId: typeof input['location_id'] === 'string' ? input['location_id'] : null,
    };
    const found = await page<Row>(context, list, input, {
      select: sql`due.*`,
      from: sql`(${suggestions(context, question)}) as due`,
      where: sql`true`,
    });
    const data = found.data.map(({ product_name: product, option_values: values, ...row }) => {
      return { ...row, name: variantName(product, values) };
    });
    return { ...found, data };
  },
});

function numberIn(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

type Question = { readonly days: number; readonly coverDays: number; readonly locationId: string | null };

/**
 * Everything to order. Reads the levels there are and the movements of the days looked at, whatever came before.
 */
function suggestions({ organization, today }: Context, { days, coverDays, locationId }: Question): Sql {
  const here = (column: Sql) => sql`(${locationId}::uuid is null or ${column} = ${locationId}::uuid)`;
  return sql`
    select position.*, case when demand > 0 then floor(greatest(available, 0)::numeric * ${days} / demand)::int end
        as days_of_cover,
      (ceil(greatest(coalesce(reorder_point, 0) + cover - available - in_transit, step)::numeric / lot) * lot)::bigint
        as suggested_quantity
    from (
      select item.id as variant_id, item.product_id, item.product_name, item.option_values, item.sku, item.name_key,
        item.category_id, supplier.supplier_id, held.available, held.in_transit,
        greatest(coalesce(sold.quantity, 0), 0)::bigint as demand,
        ceil(greatest(coalesce(sold.quantity, 0), 0)::numeric * ${coverDays} / ${days})::bigint as cover,
        coalesce(held.reorder_point, item.reorder_point, held.low_stock_threshold, item.low_stock_threshold)
          as reorder_point,
        (10 ^ (5 - item.unit_decimals))::bigint as step,
        coalesce(held.reorder_quantity, item.reorder_quantity, (10 ^ (5 - item.unit_decimals))::bigint) as lot
      from (
        select variant_id, coalesce(sum(on_hand - reserved) filter (where place.type <> 'in_transit'), 0)::bigint
            as available,
          sum(in_transit)::bigint as in_transit, sum(level.reorder_point)::bigint as reorder_point,
          sum(level.low_stock_threshold)::bigint as low_stock_threshold, max(level.reorder_quantity) as reorder_quantity
        from stock_levels level
        join locations place on place.organization_id = level.organization_id and place.id = level.location_id
        where level.organization_id = ${organization} and ${here(sql`level.location_id`)}
        group by variant_id
      ) as held
      join variants_in_stock item on item.organization_id = ${organization} and item.id = held.variant_id
        and item.track_inventory and item.status = 'active'
      join variant_suppliers supplier
        on supplier.organization_id = ${organization} and supplier.variant_id = held.variant_id
      left join (
        select variant_id, -sum(quantity)::bigint as quantity from stock_movements
        where organization_id = ${organization} and effective_date > ${addDays(today, -days)}
          and type in ('sale_issue', 'sale_return') and ${here(sql`location_id`)}
        group by variant_id
      ) as sold on sold.variant_id = held.variant_id
    ) as position
    where available + in_transit <= reorder_point or available + in_transit < cover`;
}
