import { minorDigits } from '../core/currency.ts';
import { type Decimal, powerOfTen } from '../core/decimal.ts';
import { divide } from '../core/rounding.ts';
import type { Adjustment, DocumentFacts, DocumentLine } from './facts.ts';
import type { DocumentType } from './document-type.ts';
import type { LayoutContext } from './layout-context.ts';
import type { ColumnModel, RowModel, TableModel } from './page-model.ts';
import type { ColumnName } from './template.ts';
import { unitName } from './unit-name.ts';

/** Fewer lines than this never run over a page with amounts worth carrying. */
const carriedFromLines = 6;

/** The table of what is sold. */
export function linesTable(context: LayoutContext): TableModel {
  const { facts, labels } = context;
  const columns = columnsOf(context);
  const carries = columns.includes('amount') && facts.lines.length >= carriedFromLines;
  const rows: RowModel[] = [];
  let section: string | null = null;
  let running = 0n;
  for (const line of facts.lines) {
    const heading: string | null = line.section === section ? null : line.section;
    section = line.section;
    if (!line.optional) running += shownAmount(line, facts.pricesWithTax);
    rows.push({
      section: heading,
      cells: columns.map((column) => cell(column, line, context)),
      details: details(line, columns, context),
      quiet: line.optional,
      carried: carries ? context.format.amount(running) : null,
    });
  }
  const carried = carries ? { forward: labels.carriedForward, brought: labels.broughtForward } : null;
  return { type: 'table', columns: columns.map((column) => columnModel(column, labels)), rows, carried };
}

const withoutPrices: readonly DocumentType[] = ['delivery_note'];
const prices: readonly ColumnName[] = ['unit_price', 'discount', 'tax', 'amount'];

function columnsOf({ facts, template }: LayoutContext): readonly ColumnName[] {
  const has = (test: (line: DocumentLine) => boolean): boolean => facts.lines.some(test);
  const isBare = withoutPrices.includes(facts.type);
  if (template.columns !== undefined) {
    const chosen = template.columns.filter((column) => !isBare || !prices.includes(column));
    return chosen.includes('item') ? chosen : ['item', ...chosen];
  }
  const optional: readonly (readonly [ColumnName, boolean])[] = [
    ['position', true],
    ['sku', isBare && has(({ sellerItemId }) => sellerItemId !== null)],
    ['item', true],
    ['quantity', true],
    ['outstanding', isBare && has(({ outstanding }) => outstanding !== null && outstanding.units > 0n)],
    ['unit_price', !isBare],
    ['discount', !isBare && has(({ adjustments }) => adjustments.length > 0)],
    ['tax', !isBare && has(({ taxes }) => taxes.length > 0)],
    ['amount', !isBare],
  ];
  return optional.filter(([, isThere]) => isThere).map(([column]) => column);
}

const kinds: Readonly<Record<ColumnName, ColumnModel['kind']>> = {
  position: 'position',
  sku: 'text',
  item: 'item',
  quantity: 'number',
  unit_price: 'number',
  discount: 'quiet_number',
  tax: 'quiet_number',
  amount: 'amount',
  outstanding: 'number',
  gtin: 'text',
  origin: 'text',
  period: 'text',
};

function columnModel(column: ColumnName, labels: LayoutContext['labels']): ColumnModel {
  const names: Readonly<Record<ColumnName, string>> = {
    position: labels.position,
    sku: labels.sku,
    item: labels.item,
    quantity: labels.quantity,
    unit_price: labels.unitPrice,
    discount: labels.discount,
    tax: labels.tax,
    amount: labels.amount,
    outstanding: labels.outstanding,
    gtin: 'GTIN',
    origin: labels.origin,
    period: labels.period,
  };
  return { key: column, label: names[column], kind: kinds[column] };
}

function cell(column: ColumnName, line: DocumentLine, context: LayoutContext): string {
  return cells[column](line, context);
}

const cells: Readonly<Record<ColumnName, (line: DocumentLine, context: LayoutContext) => string>> = {
  position: ({ id }) => id,
  sku: ({ sellerItemId }) => sellerItemId ?? '',
  item: ({ name }) => breakable(name),
  quantity: (line, context) => quantity(line.quantity, line, context),
  outstanding: (line, context) =>
    line.outstanding === null || line.outstanding.units === 0n ? '' : quantity(line.outstanding, line, context),
  unit_price: ({ unitPrice, unitPriceWithTax }, { facts, format }) =>
    format.price(facts.pricesWithTax ? (unitPriceWithTax ?? unitPrice) : unitPrice),
  discount: (line, { facts, format }) =>
    line.adjustments.map((adjustment) => adjustmentText(shownAdjustment(adjustment, line, facts), format)).join(' '),
  tax: ({ taxes }, { format }) =>
    taxes.map(({ category, percent }) => (category === 'O' ? '–' : format.percent(percent))).join(' + '),
  amount: (line, { facts, format }) => format.amount(shownAmount(line, facts.pricesWithTax)),
  gtin: ({ gtin }) => gtin ?? '',
  origin: ({ originCountry }) => originCountry ?? '',
  period: ({ period }, { format }) => (period === null ? '' : format.days(period)),
};

export function shownAmount({ net, tax }: DocumentLine, withTax: boolean): bigint {
  return withTax ? net + tax : net;
}

function quantity(value: Decimal, { unit }: DocumentLine, context: LayoutContext): string {
  const number = context.format.decimal(value);
  return unit.label === null || unit.label === '' ? number : `${number}\u00a0${unitName(unit.label, value, context)}`;
}

/** In tax-inclusive prices the adjustment is the difference from quantity × price. */
function shownAdjustment(
  adjustment: Adjustment,
  { adjustments, quantity: count, unitPriceWithTax: price, net, tax }: DocumentLine,
  { pricesWithTax, currency }: DocumentFacts,
): Adjustment {
  if (!pricesWithTax || price === null || adjustments.length !== 1) return adjustment;
  const beyond = count.scale + price.scale - (minorDigits(currency) ?? 2);
  const asked = divide(count.units * price.units, powerOfTen(Math.max(beyond, 0)), 'half_up');
  const amount = asked - net - tax;
  return { ...adjustment, amount: adjustment.kind === 'discount' ? amount : -amount };
}

function adjustmentText({ kind, percent, amount }: Adjustment, format: LayoutContext['format']): string {
  const value = percent === null ? format.amount(amount) : format.percent(percent);
  return kind === 'discount' ? `−${value}` : `+${value}`;
}

function details(
  line: DocumentLine,
  columns: readonly ColumnName[],
  { facts, labels, format }: LayoutContext,
): string[] {
  const sku = facts.type === 'delivery_note' || columns.includes('sku') ? null : line.sellerItemId;
  const reasons = line.adjustments.map(({ reason }) => reason).filter((reason) => reason !== null);
  return [
    ...(line.optional ? [labels.optional] : []),
    ...(line.description?.split('\n').map(breakable) ?? []),
    ...(line.period === null || columns.includes('period') ? [] : [format.days(line.period)]),
    ...(reasons.length === 0 ? [] : [reasons.join(', ')]),
    ...(sku === null ? [] : [`${labels.sku} ${breakable(sku)}`]),
    ...(line.tracking.length === 0 ? [] : [`${labels.serials} ${line.tracking.map(breakable).join(', ')}`]),
  ].filter((text) => text.trim() !== '');
}

const unbrokenMax = 22;
const breakEvery = 12;

/** A word that is longer than any column may be broken by the page where it must. */
function breakable(text: string): string {
  if (text.length <= unbrokenMax) return text;
  return text.replaceAll(/[!-~]{23,}/g, (word) =>
    word.replaceAll(new RegExp(`.{${breakEvery}}(?=.)`, 'g'), '$&\u200b'),
  );
}
