import { type Decimal, parseDecimal } from '../../core/decimal.ts';
import { amountIn, inMoney, percentOf, product, rounded, sum, zero } from './amounts.ts';
import { BusinessError } from '../../operation/errors.ts';
import { isZero, percentIn, percentOfFraction, truthIn } from './cells.ts';
import type { Kind } from './fields.ts';
import { billLines, billTotal } from './bill-lines.ts';
import { flatMapInSlices } from './in-slices.ts';
import { headOf, type ImportRecord, type Values } from './import-record.ts';

/** A sum that the file states, and what its rows come to. */
export type Difference = {
  readonly line: number;
  readonly field: string;
  readonly stated: string;
  readonly computed: string;
};
export type ControlTotals = {
  readonly checked: number;
  readonly differing: number;
  readonly differences: Difference[];
};

const differencesMax = 20;

/** Compares the sums that a file of sales or bills states with those of its rows. Null where it states none. */
export async function controlTotals(kind: Kind, records: readonly ImportRecord[]): Promise<ControlTotals | null> {
  const checksOf = kind === 'sales' ? salesChecks : kind === 'bills' ? billChecks : nothing;
  const checks = await flatMapInSlices(records, checksOf);
  if (checks.length === 0) return null;
  const differences = checks.filter(({ stated, computed }) => stated !== computed);
  return { checked: checks.length, differing: differences.length, differences: differences.slice(0, differencesMax) };
}

function nothing(): Difference[] {
  return [];
}

function salesChecks(record: ImportRecord): Difference[] {
  return [...lineChecks(record), ...saleChecks(record)];
}

function billChecks(record: ImportRecord): Difference[] {
  const stated = headOf(record)['total'];
  const found = stated === undefined ? undefined : totalOfBill(record);
  if (stated === undefined || found === undefined) return [];
  return [compared(record.lines[0] ?? 1, 'total', stated, [found])];
}

/** What the rows of a bill come to with tax; undefined where they do not say it, or cannot be read. */
export function totalOfBill(record: ImportRecord): Decimal | undefined {
  try {
    return billTotal(record.rows, billLines(record.rows, headOf(record)));
  } catch (error) {
    // Told of its row when that is brought in.
    if (!(error instanceof BusinessError)) throw error;
    return undefined;
  }
}

function lineChecks({ rows, lines }: ImportRecord): Difference[] {
  return rows.flatMap((values, index) => {
    const stated = values['line_total'];
    const found = lineAmount(values);
    return stated === undefined || found === undefined
      ? []
      : [compared(lines[index] ?? 1, 'line_total', stated, [found])];
  });
}

/** Without tax, and with it where the rows state its percentage: files show the one or the other. */
function saleChecks(record: ImportRecord): Difference[] {
  const stated = headOf(record)['total'];
  const sums = sumsOfSale(record);
  if (stated === undefined || sums === undefined) return [];
  return [compared(record.lines[0] ?? 1, 'total', stated, [sums.gross, sums.net])];
}

/** What the rows of a sale come to with tax; undefined where they do not say it. */
export function grossOfSale(record: ImportRecord): Decimal | undefined {
  return sumsOfSale(record)?.gross;
}

function sumsOfSale(record: ImportRecord): { readonly net: Decimal; readonly gross: Decimal } | undefined {
  const { rows } = record;
  const head = headOf(record);
  const amounts = rows.map(lineAmount);
  const parts = amounts.flatMap((amount) => amount ?? []);
  if (parts.length < amounts.length || amounts.length === 0) return undefined;
  const shipping = isZero(head['shipping']) ? zero : amountIn(head['shipping']);
  if (shipping === undefined) return undefined;
  const isGross = truthIn(head['prices_include_tax']) === true;
  const taxes = isGross ? [] : rows.map((values, index) => taxOn(parts[index] ?? zero, values['tax_rate']));
  // A rate that is named, and not stated as a percentage, is known to the books only.
  if (taxes.includes(undefined)) return undefined;
  const net = sum([...parts, shipping]);
  return { net, gross: sum([net, ...taxes.flatMap((tax) => tax ?? [])]) };
}

function lineAmount(values: Values): Decimal | undefined {
  const [quantity, price] = [values['quantity'], values['unit_price']].map((text) => parseDecimal(text ?? ''));
  const off = percentIn(values['discount_percent']) ?? percentOfFraction(values['discount_fraction']) ?? '0';
  const percent = parseDecimal(off);
  if (quantity === undefined || price === undefined || percent === undefined) return undefined;
  const kept = sum([
    { units: 100n, scale: 0 },
    { ...percent, units: -percent.units },
  ]);
  return percentOf(product(quantity, price), kept);
}

function taxOn(amount: Decimal, rate: string | undefined): Decimal | undefined {
  if (rate === undefined || rate === 'none') return zero;
  const percent = parseDecimal(percentIn(rate) ?? '');
  return percent && percentOf(amount, percent);
}

/** As stated where the one or the other sum is what is stated; else the first of them. */
function compared(line: number, field: string, text: string, sums: readonly Decimal[]): Difference {
  const stated = parseDecimal(text);
  const written = sums.map(inMoney);
  const said = stated === undefined ? text : inMoney(rounded(stated));
  return { line, field, stated: said, computed: written.find((one) => one === said) ?? written[0] ?? '' };
}
