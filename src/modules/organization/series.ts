import { z } from 'zod';
import { type Day } from '../../core/calendar.ts';
import { numberAt, numberPeriod, numberResets } from '../../core/numbering.ts';
import { sql, type Sql } from '../../db/sql.ts';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { Id, Instant } from '../../wire/index.ts';

export const Series = z.object({
  id: Id('series'),
  organization_id: Id('organization'),
  record_type: z.string().describe('The kind of record it numbers, such as `invoice`, `credit_note` or `sale`.'),
  pattern: z.string(),
  resets: z.enum(numberResets).describe('When its numbers restart at 1.'),
  period: z.string().describe('The current year or month, if numbers restart by period; otherwise empty.'),
  next_number: z.int().describe('The next number of this period.'),
  next: z.string().describe('The next number as formatted by the pattern.'),
  version: z.int(),
  updated_at: Instant,
});
export type SeriesRecord = z.output<typeof Series>;

export const seriesUpdated = event('numbering_series.updated', Series);

export const nextNumberTooLow = refusal(
  'next_number_too_low',
  409,
  'Numbers already used cannot be used again.',
  'Write at least `min`, or leave `next_number` out.',
);

export type SeriesRow = Pick<SeriesRecord, 'id' | 'record_type' | 'pattern' | 'resets' | 'version' | 'updated_at'> & {
  /** Null where nothing was numbered in this period yet. */
  readonly next_number: bigint | null;
};

/** The part of the series that a day of the statement is counted in. */
const periodColumn = (day: Day): Sql => sql`case resets when 'yearly' then to_char(${day}::date, 'YYYY')
  when 'monthly' then to_char(${day}::date, 'YYYY-MM') else '' end`;

export const seriesColumns = (today: Day): Sql => sql`id, record_type, pattern, resets, version, updated_at,
  (select counter.next_number from numbering_counters as counter
    where counter.organization_id = numbering_series.organization_id
      and counter.record_type = numbering_series.record_type
      and counter.period = ${periodColumn(today)}) as next_number`;

/**
 * Keeps the numbers of a series for a call that takes one later. Numbers are taken in one order, since each series is
 * the caller's until the end: whoever posts first and then numbers another sale would wait for those who do it the
 * other way round, and they for them. Where nothing has a number yet, there is nothing to keep.
 */
export function keepNumbers({ db, organization }: Context, recordType: string, day: Day): void {
  db.later(sql`
    update numbering_counters as counter set next_number = counter.next_number from numbering_series as series
    where counter.organization_id = ${organization} and counter.record_type = ${recordType}
      and series.organization_id = counter.organization_id and series.record_type = counter.record_type
      and counter.period = ${periodColumn(day)}`);
}

export function seriesRecord({ organization, today }: Context, row: SeriesRow): SeriesRecord {
  const next = Number(row.next_number ?? 1n);
  return {
    ...row,
    organization_id: organization,
    period: numberPeriod(row.resets, today),
    next_number: next,
    next: numberAt(row.pattern, today, next),
  };
}
