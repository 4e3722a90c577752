import { z } from 'zod';
import type { Recurrence } from '../../core/recurrence.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { Day, Id, recordFields, Version } from '../../wire/index.ts';

export const frequencies = ['day', 'week', 'month', 'year'] as const;
export const recurringStatuses = ['active', 'paused', 'completed', 'cancelled'] as const;
export const recurringModes = ['draft', 'issue'] as const;
export const catchUps = ['skip', 'one', 'all'] as const;

export const RecurringDocument = z.object({
  id: Id('recurring_document'),
  organization_id: Id('organization'),
  name: z.string(),
  document_id: Id('document').describe('The invoice that is repeated, at the prices that it has.'),
  status: z.enum(recurringStatuses),
  mode: z.enum(recurringModes),
  frequency: z.enum(frequencies),
  interval: z.int(),
  anchor_day: z.int().nullable().describe('Day of the month; where a month is shorter, its last.'),
  start_date: Day,
  end_date: Day.nullable(),
  occurrences_max: z.int().nullable(),
  due_in_days: z.int().nullable(),
  catch_up: z.enum(catchUps).describe('What becomes of those that nobody made on their day.'),
  next_date: Day.nullable(),
  run_count: z.int(),
  last_run_date: Day.nullable(),
  consecutive_failures: z.int(),
  last_error: z.string().nullable(),
  ...recordFields,
});
export type RecurringRecord = z.output<typeof RecurringDocument>;

/** A row of `recurring_documents`. */
export type RecurringRow = Omit<RecurringRecord, 'organization_id' | 'interval'> & {
  readonly every: number;
  /** The number of the next occurrence. */
  readonly occurrence: number;
};

export const RecurringAtVersion = z.strictObject({ id: Id('recurring_document'), version: Version.optional() });

const RecurringNotice = RecurringDocument.pick({ id: true, name: true, status: true, next_date: true, version: true });
export const recurringCreated = event('recurring_document.created', RecurringNotice);
export const recurringUpdated = event('recurring_document.updated', RecurringNotice);
export const recurringPaused = event('recurring_document.paused', RecurringNotice);
export const recurringResumed = event('recurring_document.resumed', RecurringNotice);
export const recurringCancelled = event('recurring_document.cancelled', RecurringNotice);
export const recurringCompleted = event('recurring_document.completed', RecurringNotice);

export const recurringExternalIdTaken = refusal(
  'recurring_document_external_id_taken',
  409,
  'Another recurring document has that external_id.',
  'List recurring documents with that `external_id` to find it.',
  ['recurring_documents_external_id_key'],
);

export const recurringColumns: Sql = sql`id, name, document_id, status, mode, frequency, every, anchor_day, start_date,
  end_date, occurrences_max, due_in_days, catch_up, occurrence, next_date, run_count, last_run_date,
  consecutive_failures, last_error, external_id, metadata, custom_fields, tags, version, created_at, updated_at,
  created_by, updated_by`;

export function recurringRecord({ organization }: Context, row: RecurringRow): RecurringRecord {
  return { ...row, organization_id: organization, interval: row.every };
}

const wireRecurring = encoderOf(RecurringDocument);

/** Keeps the schedule as it was for the audit log, in wire form. */
export function keepRecurringBefore(context: Context, row: RecurringRow): void {
  context.before(wireRecurring(recurringRecord(context, row)));
}

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

export async function readRecurring({ db, organization }: Context, id: string): Promise<RecurringRow> {
  const row = await db.maybe<RecurringRow>(sql`
    select ${recurringColumns} from recurring_documents where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockRecurring(
  { db, organization }: Context,
  id: string,
  version: number | undefined,
): Promise<RecurringRow> {
  const row = await db.maybe<RecurringRow>(sql`
    select ${recurringColumns} from recurring_documents
    where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
