import { type Day, daysBetween } from './calendar.ts';
import { at, sum } from './list.ts';

/** Up to how many days overdue each bucket of an ageing reaches, in rising order; the last one has no end. */
export type AgeLimits = readonly number[];

export const usualAges = [30, 60, 90] as const satisfies AgeLimits;
export type UsualAge = 'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'over_90_days';

/** `current`, then such as `days_1_30`, and at last such as `over_90_days`. */
export function ageNames(limits: AgeLimits): string[] {
  const within = limits.map((limit, index) => `days_${(limits[index - 1] ?? 0) + 1}_${limit}`);
  return ['current', ...within, `over_${limits.at(-1) ?? 0}_days`];
}

/** Name of the bucket by days overdue. Not overdue on the due date itself. */
export function ageOf(dueDate: Day, asAt: Day, limits: AgeLimits): string {
  return at(ageNames(limits), ageAt(daysBetween(dueDate, asAt), limits));
}

/** Position of that bucket among {@link ageNames}. */
function ageAt(overdue: number, limits: AgeLimits): number {
  const reached = limits.findIndex((limit) => overdue <= limit);
  return overdue <= 0 ? 0 : 1 + (reached === -1 ? limits.length : reached);
}

/** Sums by age bucket, without the empty ones. */
export function byAge(
  debts: readonly { readonly from: Day; readonly amount: bigint }[],
  asAt: Day,
  limits: AgeLimits,
): Record<string, bigint> {
  const names = ageNames(limits);
  const amounts = Object.fromEntries(names.map((name) => [name, 0n]));
  for (const { from, amount } of debts) {
    const age = at(names, ageAt(daysBetween(from, asAt), limits));
    amounts[age] = (amounts[age] ?? 0n) + amount;
  }
  return amounts;
}

/** A payment, a credit or a write-off, positive where it lowers what is due. */
export type SettlingEvent = { readonly date: Day; readonly amount: bigint };

/** Amount due at the end of a day. Later payments are ignored, so that reports of a past day never change. */
export function dueAsAt(total: bigint, events: readonly SettlingEvent[], asAt: Day): bigint {
  return total - sum(events.filter(({ date }) => date <= asAt).map(({ amount }) => amount));
}
