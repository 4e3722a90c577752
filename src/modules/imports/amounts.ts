import { type Decimal, formatDecimal, parseDecimal } from '../../core/decimal.ts';

/** Sums of a file, which states amounts before it is known in which currency. */

const decimals = 2;

export const zero: Decimal = { units: 0n, scale: 0 };

/** Undefined where a cell is empty or no number. */
export function amountIn(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : parseDecimal(text);
}

export function product(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, scale: one.scale + other.scale };
}

export function sum(amounts: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...amounts.map((amount) => amount.scale));
  const units = amounts.reduce((total, amount) => total + amount.units * 10n ** BigInt(scale - amount.scale), 0n);
  return { units, scale };
}

export function minus(one: Decimal, other: Decimal): Decimal {
  return sum([one, { ...other, units: -other.units }]);
}

export function absolute({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale };
}

export function isSame(one: Decimal, other: Decimal): boolean {
  return minus(one, other).units === 0n;
}

/** To two decimals, half away from zero. */
export function rounded({ units, scale }: Decimal): Decimal {
  if (scale <= decimals) return { units: units * 10n ** BigInt(decimals - scale), scale: decimals };
  const divisor = 10n ** BigInt(scale - decimals);
  const half = units < 0n ? -divisor / 2n : divisor / 2n;
  return { units: (units + half) / divisor, scale: decimals };
}

/** So many percent of an amount, to two decimals. */
export function percentOf(amount: Decimal, percent: Decimal): Decimal {
  return rounded(product(amount, { units: percent.units, scale: percent.scale + 2 }));
}

export function inMoney(amount: Decimal): string {
  const { units, scale } = rounded(amount);
  return formatDecimal(units, scale);
}

/** With two decimals at least, and no zeros behind those, so that equal sums are written alike. */
export function inDigits({ units, scale }: Decimal): string {
  const missing = Math.max(0, decimals - scale);
  return formatDecimal(units * 10n ** BigInt(missing), scale + missing, decimals);
}
