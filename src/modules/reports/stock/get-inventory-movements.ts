import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { addDays } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { cutField, cutOf, withLimit } from '../../../operation/cut.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Money, OrFile, SignedQuantity } from '../../../wire/index.ts';
import { inventoryInLedger } from './get-inventory-valuation.ts';
import { rangeInput, rangeOf } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { baseMoney, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import { groupColumns, groupFields, nameOf, namesOf } from '../revenue/revenue-groups.ts';
import { type Moved, type StockFlow, stockFlows } from './stock-moves.ts';
import { stockGroups } from './stock-standing.ts';

const groupsMax = 1_000;
const groupsDefault = 100;

const Quantities = {
  opening: SignedQuantity.describe('Before the first day.'),
  received: SignedQuantity.describe('Received, less returns to suppliers.'),
  issued: SignedQuantity.describe('Sold, less client returns.'),
  transferred: SignedQuantity.describe('From other locations, less transfers to others.'),
  adjusted: SignedQuantity.describe('Stock counts, adjustments and write-offs.'),
  closing: SignedQuantity.describe('Opening plus received less issued, plus transferred and adjusted.'),
};
const columns = ['opening', 'received', 'issued', 'transferred', 'adjusted', 'closing'] as const;
type Column = (typeof columns)[number];

const Values = z.object({
  opening: Money,
  received: Money,
  issued: Money,
  transferred: Money,
  adjusted: Money.describe('By location it includes revaluation from the average cost across all locations.'),
  closing: Money,
});

const StockMovements = z.object({
  group_by: z.enum(stockGroups),
  period: ReportPeriod,
  rows: z.array(
    z.object({
      ...groupFields,
      quantity: z.object(Quantities).nullable().describe('Null if a row combines different items.'),
      value: Values.nullable().describe('Null without the permission costs:read.'),
    }),
  ),
  totals: z.object({ value: Values.nullable() }),
  reconciliation: z
    .object({ opening: Money, closing: Money, opening_difference: Money, closing_difference: Money })
    .nullable()
    .describe('Opening and closing balances of the inventory accounts, and their difference from the values here.'),
  cut: cutField,
  meta: ReportMeta.omit({ basis: true }),
});
type StockMovements = z.output<typeof StockMovements>;

export const getInventoryMovements = operation({
  name: 'get_inventory_movements',
  summary: 'Get stock movements for a period: opening, received, issued, transferred, adjusted, closing.',
  guidance: 'By variant, product, category or location; in quantity and in value, which needs costs:read.',
  http: 'GET /reports/inventory-movements',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    group_by: z.enum(stockGroups).default('variant'),
    location_id: Id('location').optional().describe('Only movements at this location.'),
    limit: z
      .int()
      .min(1)
      .max(groupsMax)
      .default(groupsDefault)
      .describe('Number of rows, highest value first; the rest is one row.'),
    ...fileInput,
  }),
  output: OrFile(StockMovements),
  refuses: [validationFailed, pagesRefused],
  async run(context, input) {
    const { group_by: group, location_id: location, limit } = input;
    const { current } = await rangeOf(context, input);
    const isValued = context.actor.permissions.has('costs:read');
    const [flows, ledger, { basis: _, ...meta }] = await Promise.all([
      stockFlows(context, { group, period: current, location, limit }),
      isValued && location === undefined ? inventoryAround(context, current) : undefined,
      metaOf(context),
    ]);
    const total = (column: Column): Moved => ({ quantity: 0n, value: sum(flows.map((one) => one[column].value)) });
    const others = flows.filter(({ kind }) => kind === 'others');
    const report: StockMovements = {
      group_by: group,
      period: current,
      rows: await rowsOf(context, { group, isValued }, flows),
      totals: { value: isValued ? valuesOf(context, total) : null },
      reconciliation: ledger === undefined ? null : tieOut(context, ledger, total),
      cut: cutOf({
        list: 'rows',
        shown: limit,
        left: (flows[0]?.groups ?? 0) - limit,
        how: withLimit(groupsMax),
        rest: isValued ? baseMoney(context)(sum(others.map(({ closing }) => closing.value))) : null,
      }),
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

type Around = { readonly opening: bigint; readonly closing: bigint };

async function inventoryAround(context: Context, { from, to }: StockMovements['period']): Promise<Around> {
  const [opening, closing] = await Promise.all([
    inventoryInLedger(context, addDays(from, -1)),
    inventoryInLedger(context, to),
  ]);
  return { opening, closing };
}

function tieOut(
  context: Context,
  { opening, closing }: Around,
  total: (column: Column) => Moved,
): StockMovements['reconciliation'] {
  const money = baseMoney(context);
  return {
    opening: money(opening),
    closing: money(closing),
    opening_difference: money(opening - total('opening').value),
    closing_difference: money(closing - total('closing').value),
  };
}

type Shown = { readonly group: StockMovements['group_by']; readonly isValued: boolean };

async function rowsOf(
  context: Context,
  { group, isValued }: Shown,
  flows: readonly StockFlow[],
): Promise<StockMovements['rows']> {
  const keys = flows.flatMap(({ key }) => key ?? []);
  const names = await namesOf(context, group, keys);
  return flows.map((flow) => {
    const { kind, key } = flow;
    const isOne = kind === 'group' && (group === 'variant' || group === 'product');
    return {
      kind,
      ...nameOf(names, { group, kind, key }),
      quantity: isOne ? quantitiesOf((column) => flow[column]) : null,
      value: isValued ? valuesOf(context, (column) => flow[column]) : null,
    };
  });
}

type Flow = (column: Column) => Moved;

function quantitiesOf(of: Flow): NonNullable<StockMovements['rows'][number]['quantity']> {
  return {
    opening: of('opening').quantity,
    received: of('received').quantity,
    issued: -of('issued').quantity,
    transferred: of('transferred').quantity,
    adjusted: of('adjusted').quantity,
    closing: of('closing').quantity,
  };
}

function valuesOf(context: Context, of: Flow): z.output<typeof Values> {
  const money = baseMoney(context);
  return {
    opening: money(of('opening').value),
    received: money(of('received').value),
    issued: money(-of('issued').value),
    transferred: money(of('transferred').value),
    adjusted: money(of('adjusted').value),
    closing: money(of('closing').value),
  };
}

function asTable({ group_by: group, period, rows, totals }: StockMovements): Table {
  const fields = { ...groupColumns, quantity: SignedQuantity, value: Money };
  const headed = (of: 'quantity' | 'value') => columns.map((name) => `${name}_${of}`);
  const headings = { label: group, quantity: headed('quantity'), value: headed('value') };
  const records = [...rows, { ...totals, key: null, label: 'total', quantity: null }].map((one) => ({
    ...one,
    quantity: columns.map((name) => one.quantity?.[name]),
    value: columns.map((name) => one.value?.[name]),
  }));
  return recordTable(`inventory-movements-by-${group}-${period.from}-${period.to}`, { fields, headings }, records);
}
