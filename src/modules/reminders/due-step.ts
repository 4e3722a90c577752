import { addDays, type Day } from '../../core/calendar.ts';
import type { ReminderStep } from './reminder-step.ts';

/** Facts about a debt that decide on its reminders. */
export type Owed = {
  readonly due_date: Day;
  readonly issue_date: Day;
  /** Nobody is reminded of what is paused or disputed, and no client who is not to be. */
  readonly is_held: boolean;
  /** Since when it is not held, where it was: steps before that day are over. */
  readonly held_until: Day | null;
  /** The furthest step that was sent of this due date. */
  readonly sent_days: number | null;
};

/** Days for which a missed step is still sent. */
export const lateDaysMax = 31;

/**
 * The step to send today: the last whose day has come, unless it or a later one was sent. Steps that were missed before
 * it are not made up for, and neither are those whose day was before the step counted, the invoice was issued, or it
 * was held for the last time. What announces a due date is not sent after it.
 */
export function dueStep(owed: Owed, steps: readonly ReminderStep[], today: Day): ReminderStep | undefined {
  if (owed.is_held) return undefined;
  const latest = steps
    .filter((step) => {
      const day = addDays(owed.due_date, step.days);
      const first = latestOf(step.since, owed.issue_date, owed.held_until, addDays(today, -lateDaysMax));
      return step.since !== null && day <= today && day >= first;
    })
    .reduce<ReminderStep | undefined>(
      (last, step) => (last === undefined || step.days > last.days ? step : last),
      undefined,
    );
  if (latest === undefined || (latest.days < 0 && owed.due_date < today)) return undefined;
  return owed.sent_days !== null && owed.sent_days >= latest.days ? undefined : latest;
}

function latestOf(...days: readonly (Day | null)[]): Day {
  return days.reduce<Day>((last, day) => (day !== null && day > last ? day : last), '');
}
