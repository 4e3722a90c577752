import type { Day } from './calendar.ts';
import { sum } from './list.ts';
import { divide } from './rounding.ts';
import { hundredPercent } from './tax.ts';

/** One part of a schedule as it is asked for: a percentage in millionths, an amount, or neither for the rest. */
export type PartAsked = { readonly percent?: bigint | undefined; readonly amount?: bigint | undefined };

type ScheduleCode = 'part_empty' | 'rest_not_last' | 'exceeds_total' | 'not_the_rest';

/** A schedule that does not come to the total. `max` is what the part may come to at most. */
export class ScheduleFault extends Error {
  readonly code: ScheduleCode;
  readonly part: number;
  readonly max: bigint;

  constructor(code: ScheduleCode, { part, max }: { readonly part: number; readonly max: bigint }) {
    super(`part ${part} of a schedule: ${code}`);
    this.code = code;
    this.part = part;
    this.max = max;
  }
}

/**
 * Amounts of the parts, in minor units: all but the last as asked, the last one the rest, so that the sum is the total.
 * A last part that says what it is has to be the rest, give or take what the others were rounded by.
 */
export function scheduleOf(total: bigint, parts: readonly PartAsked[]): bigint[] {
  const amounts: bigint[] = [];
  for (const [index, part] of parts.entries()) {
    const rest = total - sum(amounts);
    const isLast = index === parts.length - 1;
    const asked = part.percent === undefined ? part.amount : percentOf(total, part.percent);
    if (asked === undefined && !isLast) throw new ScheduleFault('rest_not_last', { part: index, max: rest });
    const isExact = part.percent === undefined;
    const amount = asked === undefined || (isLast && isNear(asked, rest, isExact ? 0 : parts.length)) ? rest : asked;
    if (amount > rest) throw new ScheduleFault('exceeds_total', { part: index, max: rest });
    if (isLast && amount < rest) throw new ScheduleFault('not_the_rest', { part: index, max: rest });
    if (amount <= 0n) throw new ScheduleFault('part_empty', { part: index, max: rest });
    amounts.push(amount);
  }
  return amounts;
}

/** Parts of equal size, of which the last takes what rounding leaves. */
export function equalParts(count: number): PartAsked[] {
  const percent = hundredPercent / BigInt(count);
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? {} : { percent }));
}

export type Part = { readonly dueDate: Day; readonly amount: bigint };

/** Paid amount of each part: the first due are settled first. */
export function settledParts(parts: readonly Part[], paid: bigint): bigint[] {
  let left = paid;
  return parts.map(({ amount }) => {
    const settled = left < amount ? left : amount;
    left -= settled;
    return settled;
  });
}

function percentOf(total: bigint, percent: bigint): bigint {
  return divide(total * percent, hundredPercent, 'half_up');
}

function isNear(asked: bigint, rest: bigint, tolerance: number): boolean {
  const apart = asked < rest ? rest - asked : asked - rest;
  return apart <= BigInt(tolerance);
}
