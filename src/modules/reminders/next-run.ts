import { addDays, type Day, dayOfWeek } from '../../core/calendar.ts';
import { beginningOf } from '../../core/recurrence.ts';
import type { ActorOrganization } from '../../operation/actor.ts';
import type { PolicyRow } from './policy.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const hoursPerDay = 24;
const daysPerWeek = 7;
/** Not all organisations begin in the same minute. */
const spreadMinutes = 30;
/** A node that comes back at night does not write to anybody before the next morning. */
const openHours = 10;

type When = Pick<PolicyRow, 'hour' | 'weekdays'>;
type Where = Pick<ActorOrganization, 'id' | 'timezone'>;

/** From when on reminders leave on a day, RFC 3339. Counted from its end, as clocks change early in the morning. */
export function opensAt(day: Day, { hour }: When, { id, timezone }: Where): string {
  const end = Date.parse(beginningOf(addDays(day, 1), timezone));
  const own = Number.parseInt(id.slice(-4), 16) % spreadMinutes;
  return new Date(end - (hoursPerDay - hour) * hourMs + own * minuteMs).toISOString();
}

export function isRunDay(day: Day, { weekdays }: When): boolean {
  return weekdays.includes(dayOfWeek(day));
}

/** True on a run day, within the hours in which reminders are sent. */
export function isOpen(
  now: string,
  day: Day,
  { when, where }: { readonly when: When; readonly where: Where },
): boolean {
  const opens = opensAt(day, when, where);
  const closes = new Date(Date.parse(opens) + openHours * hourMs).toISOString();
  return isRunDay(day, when) && opens <= now && now < closes;
}

/** The first day, after this moment, on which reminders leave, and when they do. */
export function nextRun(
  now: string,
  today: Day,
  { when, where }: { readonly when: When; readonly where: Where },
): {
  readonly day: Day;
  readonly at: string;
} {
  for (let ahead = 0; ahead <= daysPerWeek; ahead += 1) {
    const day = addDays(today, ahead);
    const at = opensAt(day, when, where);
    if (isRunDay(day, when) && at > now) return { day, at };
  }
  throw new RangeError('reminders leave on no day of the week');
}
