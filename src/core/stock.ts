import { unitPriceExtraDigits } from './currency.ts';
import { powerOfTen, quantityScale } from './decimal.ts';
import { divide } from './rounding.ts';

/**
 * All there is of a variant as one pool: `quantity` in 1/100,000, `value` in minor units of the base currency.
 *
 * A quantity above zero is worth zero or more, none is worth nothing. A quantity below zero is what left before it
 * came; its value, zero or below, is what it was assumed to cost.
 */
export type Pool = { readonly quantity: bigint; readonly value: bigint };

export const emptyPool: Pool = { quantity: 0n, value: 0n };

const reasons = {
  quantity_not_positive: 'a quantity that moves is more than zero',
  quantity_negative: 'a counted quantity is never negative',
  value_negative: 'stock is never worth less than nothing',
  stock_too_low: 'no more can leave than there is',
} as const;

/** Why stock cannot move so; `available` is in 1/100,000. */
export class StockFault extends Error {
  override readonly name = 'StockFault';
  readonly code: keyof typeof reasons;
  readonly available: bigint | undefined;

  constructor(code: keyof typeof reasons, available?: bigint) {
    super(reasons[code]);
    this.code = code;
    this.available = available;
  }
}

/** The pool after the receipt, and the excess cost of goods that had left before they came. */
export type Received = { readonly pool: Pool; readonly variance: bigint };

/**
 * Puts stock in for `value`: a purchase, or a return at its cost when it left.
 *
 * If goods left before they came, the first to come are those: they take the value that was assumed for them off
 * the pool, and the difference is a variance of the cost of goods sold. Pool value = before + value − variance.
 */
export function receive(pool: Pool, quantity: bigint, value: bigint): Received {
  if (quantity <= 0n) throw new StockFault('quantity_not_positive');
  if (value < 0n) throw new StockFault('value_negative');
  if (pool.quantity >= 0n)
    return { pool: { quantity: pool.quantity + quantity, value: pool.value + value }, variance: 0n };
  const short = -pool.quantity;
  const covered = quantity < short ? quantity : short;
  const assumed = partOf(-pool.value, covered, short);
  const actual = partOf(value, covered, quantity);
  const variance = actual - assumed;
  return { pool: { quantity: pool.quantity + quantity, value: pool.value + value - variance }, variance };
}

/** The pool after the issue, and the cost of the goods that left. */
export type Issued = { readonly pool: Pool; readonly cost: bigint };

/**
 * Takes stock out at the average of the pool; the last to leave takes all the value that is left.
 *
 * More than there is leaves only with `shortUnitCost`, the last known cost of a unit in millionths of a minor unit:
 * what is missing costs that until it comes.
 */
export function issue(pool: Pool, quantity: bigint, shortUnitCost?: bigint): Issued {
  if (quantity <= 0n) throw new StockFault('quantity_not_positive');
  const available = pool.quantity > 0n ? pool.quantity : 0n;
  const short = quantity > available ? quantity - available : 0n;
  if (short > 0n && shortUnitCost === undefined) throw new StockFault('stock_too_low', available);
  const present = available === 0n ? 0n : partOf(pool.value, quantity - short, available);
  const cost = present + costOf(short, shortUnitCost ?? 0n);
  return { pool: { quantity: pool.quantity - quantity, value: pool.value - cost }, cost };
}

/**
 * Takes out again what came in for `value`, as if it had never come: for that value, where as much is left and goods
 * stay that can be worth the rest. Else it leaves as {@link issue} has it, and what it cost differs from `value`.
 */
export function takeBack(
  pool: Pool,
  { quantity, value }: { readonly quantity: bigint; readonly value: bigint },
  shortUnitCost?: bigint,
): Issued {
  if (value < 0n) throw new StockFault('value_negative');
  if (quantity <= 0n || pool.quantity <= quantity || pool.value < value) return issue(pool, quantity, shortUnitCost);
  return { pool: { quantity: pool.quantity - quantity, value: pool.value - value }, cost: value };
}

/** The pool after the count, the difference in quantity, and its value. */
export type Counted = { readonly pool: Pool; readonly difference: bigint; readonly value: bigint };

/**
 * Sets the pool to what was counted. What is found or missing is valued at the average of the pool, and where there is
 * none to take an average of, at `unitCost` in millionths of a minor unit.
 */
export function count(pool: Pool, counted: bigint, unitCost: bigint): Counted {
  if (counted < 0n) throw new StockFault('quantity_negative');
  if (unitCost < 0n) throw new StockFault('value_negative');
  const difference = counted - pool.quantity;
  const value = pool.quantity > 0n ? partOf(pool.value, counted, pool.quantity) : costOf(counted, unitCost);
  return { pool: { quantity: counted, value }, difference, value: value - pool.value };
}

/** Average unit cost, in millionths of a minor unit; undefined where there is no unit. */
export function averageCost(pool: Pool): bigint | undefined {
  if (pool.quantity <= 0n) return undefined;
  return divide(pool.value * exactPerMinor, pool.quantity, 'half_up');
}

/** Cost of a quantity at a unit cost in millionths of a minor unit, rounded half up. */
export function costOf(quantity: bigint, unitCost: bigint): bigint {
  return divide(quantity * unitCost, exactPerMinor, 'half_up');
}

/** The value of `part` units out of `whole`: rounded, and exactly all of it where the part is the whole. */
export function partOf(value: bigint, part: bigint, whole: bigint): bigint {
  return divide(value * part, whole, 'half_up');
}

const exactPerMinor = powerOfTen(quantityScale + unitPriceExtraDigits);
