import type { Day } from '../../core/calendar.ts';
import type { Clerk } from './clerk.ts';

/** What is to be done on days to come, and the hand of the clock. */
export type Agenda = {
  /** Does it at a minute of the day; not at all where the year has ended by then. */
  at<Done>(day: Day, minute: number, deed: () => Promise<Done>): Promise<Done | undefined>;
  /** Notes it for the morning of a day. */
  note(day: Day, deed: () => Promise<unknown>): void;
  /** Does what was noted for the day. */
  keep(day: Day): Promise<void>;
};

const firstMinute = 7 * 60 + 30;
const minutesPerHour = 60;

export function agendaOf(clerk: Clerk, until: string): Agenda {
  const notes = new Map<Day, (() => Promise<unknown>)[]>();
  const at: Agenda['at'] = async (day, minute, deed) => {
    const hour = Math.floor(minute / minutesPerHour);
    const instant = `${day}T${twoDigits(hour)}:${twoDigits(minute % minutesPerHour)}:00.000Z`;
    if (instant > until) return undefined;
    clerk.setTime(instant);
    return deed();
  };
  return {
    at,
    note: (day, deed) => void notes.set(day, [...(notes.get(day) ?? []), deed]),
    keep: async (day) => {
      for (const [index, deed] of (notes.get(day) ?? []).entries()) await at(day, firstMinute + index, deed);
      notes.delete(day);
    },
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
