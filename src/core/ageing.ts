import { type Day, daysBetween } from './calendar.ts';
import { sum } from './list.ts';

export type AgeBucket = 'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'over_90_days';

const buckets: readonly { readonly from: number; readonly bucket: AgeBucket }[] = [
  { from: 91, bucket: 'over_90_days' },
  { from: 61, bucket: 'days_61_90' },
  { from: 31, bucket: 'days_31_60' },
  { from: 1, bucket: 'days_1_30' },
];

/** How long a debt is overdue on a day. On the day that it is due it is not. */
export function ageBucket(dueDate: Day, asAt: Day): AgeBucket {
  const overdue = daysBetween(dueDate, asAt);
  return buckets.find(({ from }) => overdue >= from)?.bucket ?? 'current';
}

/** A payment, a credit or a write-off, positive where it lowers what is due. */
export type SettlingEvent = { readonly date: Day; readonly amount: bigint };

/** What was due on a day, whatever was paid after it: reports of a day that is past stay as they were. */
export function dueAsAt(total: bigint, events: readonly SettlingEvent[], asAt: Day): bigint {
  return total - sum(events.filter(({ date }) => date <= asAt).map(({ amount }) => amount));
}
