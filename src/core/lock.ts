import { addDays, type Day, lastDay } from './calendar.ts';
import { contains, type Period } from './period.ts';

/**
 * Books that are closed up to and including the day `through`, but for the `windows` that an exception opened again.
 *
 * A hard lock has no windows. Whoever a window is not for leaves it out.
 */
export type Lock = { readonly name: string; readonly through: Day; readonly windows?: readonly Period[] | undefined };

/**
 * The first lock that closes any of the days, and the day that it closes.
 *
 * Give all the days that a change touches: the one that a record was dated, and the one that it would be.
 */
export function lockedBy(days: readonly Day[], locks: readonly Lock[]): { lock: Lock; day: Day } | undefined {
  for (const day of days) {
    const lock = locks.find((one) => closes(one, day));
    if (lock !== undefined) return { lock, day };
  }
  return undefined;
}

/** The first day from `wanted` on that no lock closes: where a reversal goes. Undefined where there is none. */
export function firstOpenDay(wanted: Day, locks: readonly Lock[]): Day | undefined {
  const beginnings = locks.flatMap(({ through, windows = [] }) => [
    ...windows.map((window) => window.from),
    ...(through < lastDay ? [addDays(through, 1)] : []),
  ]);
  const candidates = [wanted, ...beginnings.filter((day) => day > wanted).toSorted()];
  return candidates.find((day) => lockedBy([day], locks) === undefined);
}

function closes({ through, windows = [] }: Lock, day: Day): boolean {
  return day <= through && !windows.some((window) => contains(window, day));
}
