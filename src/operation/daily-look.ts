import type { Day } from '../core/calendar.ts';
import type { Db } from '../db/database.ts';

/** Where the work of a day looks for what the calendar alone has changed, and for how many at once. */
export type DailyLook = {
  readonly db: Db;
  readonly organization: string;
  readonly today: Day;
  readonly limit: number;
};
