import { type Decimal, formatDecimal, parseDecimal } from '../../core/decimal.ts';
import { isZero, percentIn, percentOfFraction, truthIn } from './cells.ts';
import type { ImportRecord, Values } from './records.ts';

/** A sum that the file states, and what its rows come to. */
export type Difference = {
  readonly line: number;
  readonly field: 'total' | 'line_total';
  readonly stated: string;
  readonly computed: string;
};
export type ControlTotals = {
  readonly checked: number;
  readonly differing: number;
  readonly differences: Difference[];
};

const differencesMax = 20;
const decimals = 2;

/** Compares the sums that a file of sales states with those of its rows. Null where it states none. */
export function controlTotals(records: readonly ImportRecord[]): ControlTotals | null {
  const checks = records.flatMap((record) => [...lineChecks(record), ...saleChecks(record)]);
  if (checks.length === 0) return null;
  const differences = checks.filter(({ stated, computed }) => stated !== computed);
  return { checked: checks.length, differing: differences.length, differences: differences.slice(0, differencesMax) };
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
function saleChecks({ rows, lines }: ImportRecord): Difference[] {
  const head: Values = Object.assign({}, ...rows.toReversed());
  const stated = head['total'];
  const amounts = rows.map(lineAmount);
  if (stated === undefined || amounts.length === 0) return [];
  const parts = amounts.flatMap((amount) => amount ?? []);
  if (parts.length < amounts.length) return [];
  const shipping = isZero(head['shipping']) ? zero : parseDecimal(head['shipping'] ?? '');
  if (shipping === undefined) return [];
  const isGross = truthIn(head['prices_include_tax']) === true;
  const taxes = isGross ? [] : rows.map((values, index) => taxOn(parts[index] ?? zero, values['tax_rate']));
  // A rate that is named, and not stated as a percentage, is known to the books only.
  if (taxes.includes(undefined)) return [];
  const net = sum([...parts, shipping]);
  const gross = sum([net, ...taxes.flatMap((tax) => tax ?? [])]);
  return [compared(lines[0] ?? 1, 'total', stated, [gross, net])];
}

const zero: Decimal = { units: 0n, scale: 0 };

function lineAmount(values: Values): Decimal | undefined {
  const [quantity, price] = [values['quantity'], values['unit_price']].map((text) => parseDecimal(text ?? ''));
  const off = percentIn(values['discount_percent']) ?? percentOfFraction(values['discount_fraction']) ?? '0';
  const percent = parseDecimal(off);
  if (quantity === undefined || price === undefined || percent === undefined) return undefined;
  const kept = sum([
    { units: 100n, scale: 0 },
    { ...percent, units: -percent.units },
  ]);
  return rounded(product(product(quantity, price), { units: kept.units, scale: kept.scale + 2 }));
}

function taxOn(amount: Decimal, rate: string | undefined): Decimal | undefined {
  if (rate === undefined || rate === 'none') return zero;
  const percent = parseDecimal(percentIn(rate) ?? '');
  return percent && rounded(product(amount, { units: percent.units, scale: percent.scale + 2 }));
}

/** As stated where the one or the other sum is what is stated; else the first of them. */
function compared(line: number, field: Difference['field'], text: string, sums: readonly Decimal[]): Difference {
  const stated = parseDecimal(text);
  const written = sums.map(inMoney);
  const said = stated === undefined ? text : inMoney(rounded(stated));
  return { line, field, stated: said, computed: written.find((one) => one === said) ?? written[0] ?? '' };
}

function inMoney(amount: Decimal): string {
  const { units, scale } = rounded(amount);
  return formatDecimal(units, scale);
}

function product(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, scale: one.scale + other.scale };
}

function sum(amounts: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...amounts.map((amount) => amount.scale));
  const units = amounts.reduce((total, amount) => total + amount.units * 10n ** BigInt(scale - amount.scale), 0n);
  return { units, scale };
}

/** To two decimals, half away from zero. */
function rounded({ units, scale }: Decimal): Decimal {
  if (scale <= decimals) return { units: units * 10n ** BigInt(decimals - scale), scale: decimals };
  const divisor = 10n ** BigInt(scale - decimals);
  const half = units < 0n ? -divisor / 2n : divisor / 2n;
  return { units: (units + half) / divisor, scale: decimals };
}
