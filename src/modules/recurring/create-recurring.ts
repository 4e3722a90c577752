import { z } from 'zod';
import { addDays } from '../../core/calendar.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { Day, Name, recordInput } from '../../wire/index.ts';
import { enqueueNext } from './job.ts';
import type { RecurringKind } from './kind.ts';
import { catchUps, frequencies, type RecurringRow } from './recurring.ts';
import { columnsOf } from './store.ts';

const backDaysMax = 366;
const intervalMax = 1_000;
const occurrencesMax = 10_000;

/** Fields that may change while it runs. */
export const courseInput = {
  end_date: Day.nullable().optional().describe('Last possible date of an occurrence.'),
  occurrences_max: z.int().min(1).max(occurrencesMax).nullable().optional().describe('Total number of occurrences.'),
  catch_up: z.enum(catchUps).optional().describe('Missed occurrences to create: none, the last, or all. Default: all.'),
};

export const rhythmInput = {
  frequency: z.enum(frequencies),
  interval: z.int().min(1).max(intervalMax).optional().describe('Number of intervals between occurrences. Default: 1.'),
  start_date: Day.optional().describe('Date of the first occurrence. Default: today.'),
  anchor_day: z
    .int()
    .min(1)
    .max(31)
    .optional()
    .describe('Day of the month, for months and years; 31 is the last day of each month. Default: that of start_date.'),
};

const given = z.object({ name: Name, ...rhythmInput, ...courseInput, ...recordInput });
type Given = z.output<typeof given> & {
  readonly mode?: string | undefined;
  readonly due_in_days?: number | null | undefined;
};

/**
 * Keeps it, and queues its first occurrence. It acts with the rights that whoever sets it up has at the moment.
 *
 * @param subject what is made, beside what every kind has
 */
export async function createRecurring<Row extends RecurringRow>(
  kind: RecurringKind<Row>,
  context: Context,
  input: Given,
  subject: Omit<Row, keyof RecurringRow>,
): Promise<Row> {
  // The subject holds the columns that a kind has beside the common ones.
  const row = await insert(kind, context, { ...newRow(context, input), ...subject } as Row);
  enqueueNext(kind, context, row);
  context.emit(kind.events.created(row));
  return row;
}

function newRow(context: Context, input: Given): RecurringRow {
  if (context.actor.memberId === '') throw fault('', 'no_member', 'A schedule must run as a member of the team.');
  const startDate = input.start_date ?? context.today;
  if (startDate < addDays(context.today, -backDaysMax)) {
    throw fault('/start_date', 'too_early', 'A schedule may start a year ago at the earliest.');
  }
  const stamp = actorStamp(context.actor);
  const row: RecurringRow = {
    id: context.newId(),
    name: input.name,
    status: 'active',
    mode: input.mode ?? 'draft',
    frequency: input.frequency,
    every: input.interval ?? 1,
    anchor_day: anchorOf(input, startDate),
    start_date: startDate,
    end_date: input.end_date ?? null,
    occurrences_max: input.occurrences_max ?? null,
    due_in_days: input.due_in_days ?? null,
    catch_up: input.catch_up ?? 'all',
    occurrence: 0,
    next_date: startDate,
    run_count: 0,
    last_run_date: null,
    consecutive_failures: 0,
    last_error: null,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    custom_fields: input.custom_fields ?? {},
    tags: input.tags ?? [],
    version: 1,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
  checkEnd(row);
  return row;
}

/** The day of the month that was agreed on. The first occurrence is on the day it begins, so the two have to agree. */
function anchorOf({ frequency, anchor_day: asked }: Given, startDate: string): number | null {
  const day = Number(startDate.slice(8));
  const isMonthly = frequency === 'month' || frequency === 'year';
  if (!isMonthly) {
    if (asked !== undefined)
      throw fault('/anchor_day', 'not_monthly', 'Only monthly and yearly schedules have a day of the month.');
    return null;
  }
  const isLast = addDays(startDate, 1).endsWith('-01');
  if (asked !== undefined && asked !== day && !(isLast && asked > day)) {
    throw fault(
      '/anchor_day',
      'not_on_start',
      'Start on that day of the month, or on the last day of a shorter month.',
    );
  }
  return asked ?? day;
}

type Ends = Pick<RecurringRow, 'start_date' | 'end_date' | 'occurrences_max'>;

/** Refuses an end before the beginning, and two ends. */
export function checkEnd({ start_date: start, end_date: end, occurrences_max: count }: Ends): void {
  if (end !== null && end < start)
    throw fault('/end_date', 'before_start', 'Write a last day that is not before the first.');
  if (end !== null && count !== null) {
    throw fault('/end_date', 'two_ends', 'Send `end_date` or `occurrences_max`, not both.');
  }
}

function insert<Row extends RecurringRow>(kind: RecurringKind<Row>, context: Context, row: Row): Promise<Row> {
  const { actor, now, organization } = context;
  const stamp = JSON.stringify(row.created_by);
  return context.db.one<Row>(sql`
    insert into ${kind.table} (organization_id, id, name, ${kind.subject.columns}, mode, frequency, every, anchor_day,
      start_date, end_date, occurrences_max, due_in_days, catch_up, status, next_date, member_id, user_id, permissions,
      external_id, metadata, custom_fields, tags, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${row.id}, ${row.name}, ${kind.subject.stored(row)}, ${row.mode}, ${row.frequency},
      ${row.every}, ${row.anchor_day}, ${row.start_date}, ${row.end_date}, ${row.occurrences_max}, ${row.due_in_days},
      ${row.catch_up}, ${row.status}, ${row.next_date}, ${actor.memberId}, ${actor.userId}, ${[...actor.permissions]},
      ${row.external_id}, ${JSON.stringify(row.metadata)}, ${JSON.stringify(row.custom_fields)}, ${row.tags}, ${now},
      ${now}, ${stamp}, ${stamp})
    returning ${columnsOf(kind)}`);
}
