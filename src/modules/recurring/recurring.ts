import { z } from 'zod';
import { occurrenceAt, type Recurrence } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import { anyOf, dayRange, filter, instantRange } from '../../operation/filter.ts';
import { dayKey, instantKey } from '../../operation/list.ts';
import { Day, ExternalId, recordFields, Text } from '../../wire/index.ts';

export const frequencies = ['day', 'week', 'month', 'year'] as const;
export const catchUps = ['skip', 'one', 'all'] as const;
const statuses = ['active', 'paused', 'completed', 'cancelled'] as const;

export const statusField = { status: z.enum(statuses) };

/** The schedule and its end. */
export const rhythmFields = {
  frequency: z.enum(frequencies),
  interval: z.int(),
  anchor_day: z.int().nullable().describe('Day of the month; in shorter months, the last day.'),
  start_date: Day,
  end_date: Day.nullable(),
  occurrences_max: z.int().nullable(),
  due_in_days: z.int().nullable(),
  catch_up: z.enum(catchUps).describe('How missed occurrences are handled.'),
};

/** Progress of the schedule. */
export const progressFields = {
  next_date: Day.nullable(),
  run_count: z.int(),
  last_run_date: Day.nullable(),
  consecutive_failures: z.int(),
  last_error: z.string().nullable(),
  ...recordFields,
};

const fields = z.object({ ...statusField, ...rhythmFields, ...progressFields });

/** Columns of every kind. */
export type RecurringRow = Omit<z.output<typeof fields>, 'interval'> & {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly every: number;
  /** The number of the next occurrence. */
  readonly occurrence: number;
};

export function recurrenceOf(row: RecurringRow): Recurrence {
  return {
    frequency: row.frequency,
    every: row.every,
    start: row.start_date,
    anchor: row.anchor_day ?? undefined,
    until: row.end_date ?? undefined,
    count: row.occurrences_max ?? undefined,
  };
}

/** The day of the next occurrence, or null where there is none. */
export function nextDateOf(row: RecurringRow): string | null {
  return occurrenceAt(recurrenceOf(row), row.occurrence)?.day ?? null;
}

/** Sorts and filters of lists of every kind. */
export const recurringSorts = {
  created_at: instantKey(sql`created_at`),
  updated_at: instantKey(sql`updated_at`),
  start_date: dayKey(sql`start_date`),
};

export const recurringFilters = {
  status: anyOf(statuses, (values) => sql`status = any(${values}::text[])`),
  frequency: anyOf(frequencies, (values) => sql`frequency = any(${values}::text[])`),
  next_date: dayRange(sql`next_date`),
  external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
  tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
  updated_at: instantRange(sql`updated_at`),
};
