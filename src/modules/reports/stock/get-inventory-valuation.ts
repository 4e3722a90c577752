import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { divide } from '../../../core/rounding.ts';
import { nothing, sql } from '../../../db/sql.ts';
import { cutField, cutOf, withLimit } from '../../../operation/cut.ts';
import { forbidden, insufficientScope } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Id, Money, OrFile, SignedQuantity, UnitPrice } from '../../../wire/index.ts';
import { keyBalances } from '../../ledger/index.ts';
import { needCosts } from '../revenue/get-product-margin.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { baseMoney, currencyOf, fileInput, metaOf, ReportMeta } from '../report.ts';
import { groupColumns, groupFields, nameOf, namesOf } from '../revenue/revenue-groups.ts';
import { stockAsAt, stockByPlace, type StockGroup, stockGroups, stockKeys } from './stock-standing.ts';

const groupsMax = 1_000;
const groupsDefault = 100;

const valuation = {
  quantity: SignedQuantity.nullable().describe('Null if a row combines different items.'),
  unit_cost: UnitPrice.nullable().describe('Value divided by quantity; null without quantity.'),
  value: Money,
};

const Valuation = z.object({
  as_at: Day,
  group_by: z.enum(stockGroups),
  rows: z.array(z.object({ ...groupFields, ...valuation })),
  totals: z.object({ value: Money }),
  reconciliation: z
    .object({ valuation: Money, ledger: Money, difference: Money })
    .nullable()
    .describe('Total stock value, and the balance of the inventory accounts; null with a filter.'),
  cut: cutField,
  meta: ReportMeta,
});
type Valuation = z.output<typeof Valuation>;

export const getInventoryValuation = operation({
  name: 'get_inventory_valuation',
  summary: 'Get the inventory valuation at the end of a day by variant, product, category or location.',
  guidance: 'Needs costs:read. An item has the same unit cost at every location. Past dates do not change.',
  http: 'GET /reports/inventory-valuation',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    as_at: Day.optional().describe('Default: today.'),
    group_by: z.enum(stockGroups).default('variant'),
    location_id: Id('location').optional().describe('Only stock at this location.'),
    limit: z
      .int()
      .min(1)
      .max(groupsMax)
      .default(groupsDefault)
      .describe('Number of rows, highest value first; the rest is one row.'),
    ...fileInput,
  }),
  output: OrFile(Valuation),
  refuses: [forbidden, insufficientScope, pagesRefused],
  async run(context, { as_at: asked, group_by: group, location_id: location, limit, format, language }) {
    needCosts(context);
    const asAt = asked ?? context.today;
    const [found, ledger, meta] = await Promise.all([
      valuedGroups(context, { asAt, group, location, limit }),
      location === undefined ? inventoryInLedger(context, asAt) : undefined,
      metaOf(context),
    ]);
    const money = baseMoney(context);
    const value = sum(found.map((one) => one.value));
    const report: Valuation = {
      as_at: asAt,
      group_by: group,
      rows: await rowsOf(context, group, found),
      totals: { value: money(value) },
      reconciliation:
        ledger === undefined
          ? null
          : { valuation: money(value), ledger: money(ledger), difference: money(ledger - value) },
      cut: cutOf({
        list: 'rows',
        shown: limit,
        left: (found[0]?.groups ?? 0) - limit,
        how: withLimit(groupsMax),
        rest: money(sum(found.filter(({ kind }) => kind === 'others').map((one) => one.value))),
      }),
      meta,
    };
    return inFormat(context, { format, language }, report, asTable);
  },
});

type Valued = {
  readonly kind: 'group' | 'others' | 'unassigned';
  readonly key: string | null;
  readonly quantity: bigint;
  readonly value: bigint;
  /** Number of groups, including those among the others. */
  readonly groups: number;
};

export async function inventoryInLedger(context: Context, day: CoreDay): Promise<bigint> {
  const balances = await keyBalances(context, { types: ['inventory'], roles: [] }, day);
  return sum(balances.map(({ balance }) => balance));
}

type Question = {
  readonly asAt: CoreDay;
  readonly group: StockGroup;
  readonly location: string | undefined;
  readonly limit: number;
};

function valuedGroups({ db, organization }: Context, question: Question): Promise<Valued[]> {
  const { asAt, group, location, limit } = question;
  const isByPlace = group === 'location' || location !== undefined;
  const stock = isByPlace ? stockByPlace(organization, asAt) : stockAsAt(organization, asAt);
  const here = location === undefined ? nothing : sql`where stock.location_id = ${location}`;
  return db.many<Valued>(sql`
    with grouped as (
      select ${stockKeys[group]} as key, sum(stock.quantity)::bigint as quantity, sum(stock.value)::bigint as value
      from (${stock}) as stock
      join report_variants as variant
        on variant.organization_id = ${organization} and variant.variant_id = stock.variant_id
      ${here}
      group by 1
    ), ranked as (
      select *, row_number() over (partition by key is null order by value desc, key) as rank
      from grouped where quantity <> 0 or value <> 0
    )
    select case when key is null then 'unassigned' when rank <= ${limit} then 'group' else 'others' end as kind,
      case when rank <= ${limit} then key::text end as key, sum(quantity)::bigint as quantity,
      sum(value)::bigint as value, (select count(*) from ranked where key is not null)::int as groups
    from ranked group by 1, 2
    order by min(case when key is null then 2 when rank <= ${limit} then 0 else 1 end), value desc, key`);
}

async function rowsOf(context: Context, group: StockGroup, found: readonly Valued[]): Promise<Valuation['rows']> {
  const names = await namesOf(
    context,
    group,
    found.flatMap(({ key }) => key ?? []),
  );
  const money = baseMoney(context);
  return found.map(({ kind, key, quantity, value }) => {
    const isOne = kind === 'group' && (group === 'variant' || group === 'product');
    return {
      kind,
      ...nameOf(names, { group, kind, key }),
      quantity: isOne ? quantity : null,
      unit_cost: isOne && quantity !== 0n ? unitCost(context, value, quantity) : null,
      value: money(value),
    };
  });
}

const quantityScale = 100_000n;
const microScale = 1_000_000n;

function unitCost(context: Context, value: bigint, quantity: bigint): z.output<typeof UnitPrice> {
  return { micro: divide(value * microScale * quantityScale, quantity, 'half_up'), currency: currencyOf(context) };
}

function asTable({ as_at: asAt, group_by: group, rows, totals }: Valuation): Table {
  const columns = { fields: { ...groupColumns, ...valuation }, headings: { label: group } };
  return recordTable(`inventory-valuation-${asAt}`, columns, [...rows, { ...totals, label: 'total' }]);
}
