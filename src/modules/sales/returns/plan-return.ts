import { absolute } from '../../../core/absolute.ts';
import { addDays, type Day } from '../../../core/calendar.ts';
import { formatDecimal, quantityScale } from '../../../core/decimal.ts';
import { at } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { isBelowZero, type PricedSale } from '../../../core/sale.ts';
import { nextSlice } from '../../../core/share.ts';
import { priceReturn, type ReturnPart } from '../../../core/sale-return.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { exchangeOf } from '../../exchange/index.ts';
import type { PartBack } from '../../stock/index.ts';
import { lineColumns, pricedFrom, taxesAsSold, totalColumns } from '../pricing/priced-from.ts';
import type { ReturnInput } from './return-input.ts';
import { worthColumns } from '../worth-columns.ts';
import { returnExceedsSold } from '../sale.ts';
import type { LineRow, SaleRow, StoredDiscount } from '../sale-row.ts';
import { dueOf, reliefOf } from '../settling/settled.ts';
import type { StoredSale } from '../store.ts';

/** A return as it will be written, but for what its goods cost, and what of the sale it takes back. */
export type PlannedReturn = {
  readonly row: SaleRow;
  readonly lines: readonly LineRow[];
  readonly priced: PricedSale;
  /** The goods that go back into the stock. */
  readonly goods: readonly PartBack[];
  /** Quantity of each sale line returned now. */
  readonly returned: readonly { readonly lineId: string; readonly by: bigint }[];
  /** Positions, from zero, of the charges of the sale that are given back. */
  readonly charges: readonly number[];
};

type Given = NonNullable<ReturnInput['lines']>[number];
type Part = ReturnPart & { readonly sold: LineRow; readonly given: Given };

const futureDaysMax = 1;

/** Earlier returns: before rounding, and their value in the base currency. */
export type ReturnedBefore = { readonly exact: bigint; readonly base: bigint };

/** Slices what is asked for out of what the sale came to. */
export function planReturn(
  context: Context,
  sale: StoredSale,
  { input, before }: { readonly input: ReturnInput; readonly before: ReturnedBefore },
): PlannedReturn {
  const all = input.lines === undefined && input.charges === undefined;
  const parts = partsOf(sale, input.lines ?? (all ? everyLineOf(sale) : []));
  const charges = chargesOf(sale, all, input.charges);
  if (parts.length === 0 && charges.length === 0)
    throw fault('/lines', 'nothing_left', 'Everything on this sale was already returned.');
  const { prices_include_tax: pricesIncludeTax, rounding_mode: roundingMode, rounding, total } = sale.row;
  const priced = priceReturn(pricedFrom(sale), {
    parts,
    charges,
    pricesIncludeTax,
    roundingMode,
    rounding: { by: rounding, of: total - rounding, before: before.exact },
  });
  checkTotal(priced, sale.row);
  const discounts = discountsBack(sale.row, priced, parts);
  const row = returnRow(context, sale.row, { input, priced, charges, discounts, baseBefore: before.base });
  const lines = parts.map((part, index) => returnLine(context, part, { row, priced, index, reason: input.reason }));
  const goods = parts.flatMap(({ sold, given, from, to, of }, index) =>
    given.restock && sold.cost_total !== null
      ? [{ soldLineId: sold.id, lineId: at(lines, index).id, from, to, of, locationId: given.location_id }]
      : [],
  );
  const returned = parts.map(({ sold, from, to }) => ({ lineId: sold.id, by: to - from }));
  return { row, lines, priced, goods, returned, charges };
}

function everyLineOf({ lines }: StoredSale): Given[] {
  return lines
    .filter((line) => line.quantity_returned !== line.quantity)
    .map((line) => ({ line_id: line.id, restock: true }));
}

function partsOf({ lines }: StoredSale, given: readonly Given[]): Part[] {
  const seen = new Set<string>();
  return given.map((one, index) => {
    const pointer = `/lines/${index}`;
    const place = lines.findIndex(({ id }) => id === one.line_id);
    const sold = lines[place];
    if (sold === undefined) throw missing(`${pointer}/line_id`, 'line of this sale');
    if (seen.has(sold.id)) throw fault(`${pointer}/line_id`, 'sent_twice', 'List each line once.');
    seen.add(sold.id);
    const left = sold.quantity - sold.quantity_returned;
    const quantity = one.quantity ?? left;
    checkSign(quantity, sold, `${pointer}/quantity`);
    if (left === 0n || absolute(quantity) > absolute(left)) throw exceedsSold(sold, `${pointer}/quantity`);
    const from = sold.quantity_returned;
    return { line: place, from, to: from + quantity, of: sold.quantity, sold, given: one };
  });
}

/** A line that took something back is itself returned below zero. */
function checkSign(quantity: bigint, sold: LineRow, pointer: string): void {
  if (sold.quantity > 0n && quantity <= 0n)
    throw fault(pointer, 'not_positive', 'Write a quantity above zero, such as "1".');
  if (sold.quantity < 0n && quantity >= 0n)
    throw fault(pointer, 'not_negative', 'Write a quantity below zero, such as "-1": the line took something back.');
}

/** Lines that sold something may come to more than the whole sale, and those that took something back to nothing. */
function checkTotal({ totals }: PricedSale, { total, amount_credited: credited }: SaleRow): void {
  if (isBelowZero(totals))
    throw fault('/lines', 'total_negative', 'Return it together with lines that come to as much.');
  if (totals.total > total - credited) {
    throw fault('/lines', 'exceeds_sale', 'Return the lines with negative quantities along with these.');
  }
}

function exceedsSold(sold: LineRow, pointer: string): Error {
  const max = formatDecimal(sold.quantity - sold.quantity_returned, quantityScale, 0);
  const message = `Of ${sold.name.slice(0, 100)}, at most ${max} can still be returned.`;
  return returnExceedsSold({ max, line: sold.position, errors: [{ pointer, code: 'return_exceeds_sold', message }] });
}

function chargesOf({ row }: StoredSale, all: boolean, given: readonly number[] | undefined): number[] {
  const back = new Set(row.charges_returned);
  if (all) return row.charges.flatMap((_, index) => (back.has(index) ? [] : [index]));
  return (given ?? []).map((position, index) => {
    const pointer = `/charges/${index}`;
    if (position > row.charges.length) throw missing(pointer, 'charge of this sale');
    if (back.has(position - 1)) throw fault(pointer, 'already_returned', 'That charge was already refunded.');
    back.add(position - 1);
    return position - 1;
  });
}

/** The discounts that its lines had, with what comes back of each: what the credit note takes off them. */
function discountsBack({ discounts, currency }: SaleRow, priced: PricedSale, parts: readonly Part[]): StoredDiscount[] {
  return discounts.flatMap((discount, index): StoredDiscount[] => {
    const { amount } = at(priced.discounts, index);
    if (amount === 0n) return [];
    const value = discount.type === 'amount' ? formatMoney(money(amount, currency)) : discount.value;
    const lines = discount.lines && positionsOf(parts, discount.lines);
    return [{ ...discount, value, lines, amount: amount.toString() }];
  });
}

function positionsOf(parts: readonly Part[], sold: readonly number[]): number[] {
  return parts.flatMap((part, index) => (sold.includes(part.sold.position) ? [index + 1] : []));
}

type Made = {
  readonly input: ReturnInput;
  readonly priced: PricedSale;
  readonly charges: readonly number[];
  readonly discounts: readonly StoredDiscount[];
  readonly baseBefore: bigint;
};

/**
 * By the rate of the sale. What it credits is a part of what the sale is on the books for: all that is left of that
 * where nothing is owed then, so that neither returns nor payments leave anything behind.
 */
function worthOfReturn(context: Context, sale: SaleRow, { priced, baseBefore }: Made) {
  const columns = worthColumns(priced, exchangeOf(context, sale));
  const { base_total: worth, base_settled: settled, total, amount_credited: from } = sale;
  const exact = columns.base_total;
  if (exact === null || worth === null || settled === null) return columns;
  const by = priced.totals.total;
  const slice = nextSlice(worth, { from, by, of: total, taken: baseBefore });
  const left = worth - settled;
  const credited = by <= dueOf(sale) ? (reliefOf(sale, by) ?? 0n) : slice > left ? slice : left;
  return { ...columns, base_total: credited, base_rounding: (columns.base_rounding ?? 0n) + credited - exact };
}

function returnRow(context: Context, sale: SaleRow, made: Made): SaleRow {
  const { input, priced, charges, discounts } = made;
  const stamp = actorStamp(context.actor);
  const day = returnDay(context, sale, input.return_date);
  return {
    ...sale,
    id: context.newId(),
    kind: 'return',
    number: null,
    quote_id: null,
    original_sale_id: sale.id,
    return_reason: input.reason,
    sale_date: day,
    due_date: day,
    payment_schedule: [],
    payment_terms: null,
    early_discounts: [],
    discounts: [...discounts],
    charges: charges.map((position) => at(sale.charges, position)),
    taxes: taxesAsSold(priced.totals.taxes, sale.taxes),
    ...totalColumns(priced.totals),
    ...worthOfReturn(context, sale, made),
    amount_paid: 0n,
    amount_refunded: 0n,
    amount_credited: 0n,
    amount_written_off: 0n,
    amount_discounted: 0n,
    charges_returned: [...charges],
    cost_total: null,
    notes: input.notes ?? null,
    confirmed_at: context.now,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    custom_fields: input.custom_fields ?? {},
    tags: input.tags ?? [],
    version: 1,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
}

function returnDay(context: Context, sale: SaleRow, asked: Day | undefined): Day {
  const day = asked ?? (context.today < sale.sale_date ? sale.sale_date : context.today);
  if (day < sale.sale_date) throw fault('/return_date', 'before_sale', 'Write the date of the sale or a later one.');
  if (day <= addDays(context.today, futureDaysMax)) return day;
  throw fault('/return_date', 'in_future', 'Write tomorrow’s date or an earlier one.');
}

type LineMade = {
  readonly row: SaleRow;
  readonly priced: PricedSale;
  readonly index: number;
  readonly reason: ReturnInput['reason'];
};

function returnLine(context: Context, part: Part, { row, priced, index, reason }: LineMade): LineRow {
  const { sold, given } = part;
  const columns = lineColumns(priced.lines, index);
  return {
    ...sold,
    id: context.newId(),
    sale_id: row.id,
    position: index + 1,
    quantity: part.to - part.from,
    quantity_returned: 0n,
    original_line_id: sold.id,
    restocked: given.restock,
    return_reason: given.reason ?? reason,
    discount_amount: sold.discount_amount === null ? null : columns.line_discount,
    taxes: taxesAsSold(at(priced.lines, index).taxes, sold.taxes),
    ...columns,
    cost_total: null,
  };
}
