import { sum } from '../../../core/list.ts';
import { divide } from '../../../core/rounding.ts';
import { type AllocationRow, creditOf, type PaymentRow } from '../payment-row.ts';

/**
 * Money that a payment holds: `base` is what the debts that it settles are on the books for, `spent` what it is worth
 * itself. All three are one in the base currency.
 */
export type Held = { readonly amount: bigint; readonly base: bigint; readonly spent: bigint };

export const nothingHeld: Held = { amount: 0n, base: 0n, spent: 0n };

/** So much of what is held; all of it takes all of its worth. */
export function partOf(held: Held, amount: bigint): Held {
  if (amount === held.amount) return held;
  const part = (worth: bigint) => divide(worth * amount, held.amount, 'half_up');
  return { amount, base: part(held.base), spent: part(held.spent) };
}

export function without(held: Held, part: Held): Held {
  return { amount: held.amount - part.amount, base: held.base - part.base, spent: held.spent - part.spent };
}

/** The unapplied part of a payment. */
export function creditHeld(row: PaymentRow): Held {
  const amount = creditOf(row);
  const worth = row.base_amount === null || row.base_used === null ? amount : row.base_amount - row.base_used;
  return { amount, base: worth, spent: worth };
}

/** Amounts of a payment by the sale that they settle, from its allocations. */
export function heldBySale(allocations: readonly AllocationRow[]): Map<string, Held> {
  const active = allocations.filter((one) => one.reversed_on === null);
  const bySale = Map.groupBy(active, (one) => one.sale_id);
  return new Map([...bySale].map(([saleId, own]) => [saleId, heldTogether(own.map(heldBy))]));
}

/** Amount of an allocation; negative where a refund took it. */
export function heldBy({ amount, base, fx_gain_loss: gain }: AllocationRow): Held {
  const settled = base ?? amount;
  return { amount, base: settled, spent: settled + (gain ?? 0n) };
}

export function heldTogether(all: readonly Held[]): Held {
  return {
    amount: sum(all.map(({ amount }) => amount)),
    base: sum(all.map(({ base }) => base)),
    spent: sum(all.map(({ spent }) => spent)),
  };
}
