import { addDays, type Day } from '../../../core/calendar.ts';
import { nothing, type Sql, sql } from '../../../db/sql.ts';
import {
  type Behind,
  columnOf,
  type Drill,
  type FigureAsked,
  required,
  unknownColumn,
  unknownRow,
  uuidIn,
} from './drilldown.ts';
import { needCosts } from '../revenue/get-product-margin.ts';
import { phaseOf } from '../stock/stock-moves.ts';
import { type StockGroup, stockGroups, stockKeys } from '../stock/stock-standing.ts';

const amounts = { value: sql`moved.value`, quantity: sql`moved.quantity` } as const satisfies Record<string, Sql>;

/** Stock on a day is the sum of the movements until then. */
export const drillValuation: Drill = (context, asked) => {
  const { column, asAt, group = 'variant' } = asked;
  needCosts(context);
  const amount = columnOf<Sql>(isByPlace(asked) ? { quantity: amounts.quantity } : amounts, column);
  const unit = column === 'quantity' ? 'quantity' : 'money';
  return { unit, facts: moves(context.organization, { ...asked, group: stockGroup(group), amount, to: asAt }) };
};

/** `issued_value`: a column of quantities or of values. What moved by value is no figure of a location. */
export const drillStockMoves: Drill = (context, asked) => {
  const { column, range, group = 'variant' } = asked;
  const [phase, kind] = partsOf(column);
  if (kind === 'value') needCosts(context);
  const { from, to } = range.current;
  const amount = columnOf<Sql>(amounts, kind);
  const isStanding = phase === 'opening' || phase === 'closing';
  if (isByPlace(asked) && kind === 'value' && (isStanding || phase === 'adjusted')) throw unknownColumn(placeColumns);
  const days = isStanding ? { to: phase === 'opening' ? addDays(from, -1) : to } : { from, to };
  const where = isStanding ? nothing : sql`and ${phaseOf} = ${phase}`;
  const signed = phase === 'issued' ? sql`-(${amount})` : amount;
  return {
    unit: kind === 'quantity' ? 'quantity' : 'money',
    facts: moves(context.organization, { ...asked, ...days, group: stockGroup(group), amount: signed, where }),
  };
};

/** Rows behind quantities sold, their cost, and stock left. */
export const drillTurnover: Drill = (context, asked) => {
  needCosts(context);
  const columns = { cost: 'issued_value', sold: 'issued_quantity', on_hand: 'closing_quantity' } as const;
  const valued = isByPlace(asked) ? columns : { ...columns, closing_value: 'closing_value' };
  return drillStockMoves(context, { ...asked, column: columnOf<string>(valued, asked.column) });
};

const phases = ['opening', 'received', 'issued', 'transferred', 'adjusted', 'closing'];
const placeColumns = [...phases.map((phase) => `${phase}_quantity`), 'received_value', 'issued_value'];

function partsOf(column: string): readonly [phase: string, kind: keyof typeof amounts] {
  for (const kind of ['quantity', 'value'] as const) {
    const phase = phases.find((one) => column === `${one}_${kind}`);
    if (phase !== undefined) return [phase, kind];
  }
  throw unknownColumn(phases.flatMap((phase) => [`${phase}_quantity`, `${phase}_value`]));
}

function stockGroup(group: string): StockGroup {
  const found = stockGroups.find((one) => one === group);
  if (found === undefined) throw required('group_by');
  return found;
}

function isByPlace({ group, filter }: FigureAsked): boolean {
  return group === 'location' || filter.location_id !== undefined;
}

type MovesAsked = Pick<FigureAsked, 'row' | 'filter'> & {
  readonly group: StockGroup;
  readonly amount: Sql;
  readonly from?: Day;
  readonly to: Day;
  readonly where?: Sql;
};

function moves(organization: string, asked: MovesAsked): Behind['facts'] {
  const { row, group, amount, from = '0001-01-01', to, filter, where = nothing } = asked;
  const id = uuidIn(row, group === 'category' ? 'product_category' : group);
  if (id === undefined && row !== 'total' && row !== 'unassigned') throw unknownRow();
  const own = row === 'total' ? sql`true` : sql`${stockKeys[group]} is not distinct from ${id}::uuid`;
  const here = filter.location_id === undefined ? nothing : sql`and moved.location_id = ${filter.location_id}`;
  return sql`
    select moved.effective_date as day, 'movement' as kind, moved.id, ${amount} as amount
    from report_stock_movements as moved
    join report_variants as variant
      on variant.organization_id = ${organization} and variant.variant_id = moved.variant_id
    cross join lateral (select moved.variant_id, moved.location_id) as stock
    where moved.organization_id = ${organization} and moved.effective_date between ${from} and ${to}
      and ${own} ${here} ${where}`;
}
