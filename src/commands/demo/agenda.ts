import { addDays, type Day, firstDay, laterOf } from '../../core/calendar.ts';
import type { Clerk } from './clerk.ts';

/** Planned events of the year, and the clock that runs them. */
export type Agenda = {
  /** Does it at a minute of the day; not at all where the year has ended by then. */
  at<Done>(day: Day, minute: number, action: () => Promise<Done>): Promise<Done | undefined>;
  /** Notes it for the morning of a day; of tomorrow, if that day has come already. */
  note(day: Day, action: DemoStep): void;
  /** Does what was noted for the day. */
  keep(day: Day): Promise<void>;
};

/** Learns the day on which it is done after all. */
type DemoStep = (today: Day) => Promise<unknown>;

const firstMinute = 7 * 60 + 30;
const minutesPerHour = 60;

export function agendaOf(clerk: Clerk, until: string): Agenda {
  const notes = new Map<Day, DemoStep[]>();
  let today: Day = firstDay;
  const at: Agenda['at'] = async (day, minute, action) => {
    const hour = Math.floor(minute / minutesPerHour);
    const instant = `${day}T${twoDigits(hour)}:${twoDigits(minute % minutesPerHour)}:00.000Z`;
    if (instant > until) return undefined;
    clerk.setTime(instant);
    return action();
  };
  return {
    at,
    note: (wanted, action) => {
      const day = laterOf(wanted, addDays(today, 1));
      notes.set(day, [...(notes.get(day) ?? []), action]);
    },
    keep: async (day) => {
      today = day;
      for (const [index, action] of (notes.get(day) ?? []).entries())
        await at(day, firstMinute + index, () => action(day));
      notes.delete(day);
    },
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
