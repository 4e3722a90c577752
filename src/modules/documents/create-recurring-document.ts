import { z } from 'zod';
import { addDays } from '../../core/calendar.ts';
import { occurrenceAt } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, Id, Name, recordInput } from '../../wire/index.ts';
import { fault, missing, needPermission } from '../sales/index.ts';
import {
  catchUps,
  frequencies,
  recurrenceOf,
  recurringColumns,
  recurringCreated,
  RecurringDocument,
  recurringExternalIdTaken,
  recurringModes,
  recurringRecord,
  type RecurringRow,
} from './recurring-document.ts';
import { enqueueNext } from './recurring-job.ts';

const backDaysMax = 366;
const intervalMax = 1_000;
const occurrencesMax = 10_000;
const dueDaysMax = 730;

/** What may change of a schedule while it runs. */
export const courseInput = {
  end_date: Day.nullable().optional().describe('The last day that one may be on.'),
  occurrences_max: z.int().min(1).max(occurrencesMax).nullable().optional().describe('How many there are in all.'),
  due_in_days: z.int().min(0).max(dueDaysMax).nullable().optional().describe('Default: the terms of the client.'),
  catch_up: z
    .enum(catchUps)
    .optional()
    .describe('Of those nobody made on their day: none, the last, or all. Default all.'),
  mode: z.enum(recurringModes).optional().describe('Whether they are drafted or issued at once. Default: draft.'),
};

const Input = z.strictObject({
  name: Name,
  document_id: Id('document').describe('The invoice that is repeated: its client, lines, prices and texts.'),
  frequency: z.enum(frequencies),
  interval: z.int().min(1).max(intervalMax).optional().describe('Every so many of them. Default: 1.'),
  start_date: Day.optional().describe('The first occurrence. Default: today.'),
  anchor_day: z
    .int()
    .min(1)
    .max(31)
    .optional()
    .describe('Day of the month, of months and years; 31 is each last day. Default: that of start_date.'),
  ...courseInput,
  ...recordInput,
});

export const createRecurringDocument = operation({
  name: 'create_recurring_document',
  summary: 'Makes an invoice come again: a copy of it every so many days, weeks, months or years.',
  guidance:
    'Each is made once, on its day, as a draft or issued; what is on the 31st is on the last day of short months.',
  http: 'POST /recurring-documents',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  input: Input,
  output: RecurringDocument,
  refuses: [validationFailed, notFound, forbidden, insufficientScope, recurringExternalIdTaken],
  emits: [recurringCreated],
  async run(context, input) {
    needToMake(context, input.mode ?? 'draft');
    if (context.actor.memberId === '') throw fault('', 'no_member', 'A schedule acts for a member of the team.');
    await checkSource(context, input.document_id);
    const row = await insert(context, newRow(context, input));
    enqueueNext(context, row);
    context.emit(recurringCreated(row));
    return recurringRecord(context, row);
  },
});

/** Whoever sets it up may do what it does. */
export function needToMake(context: Context, mode: RecurringRow['mode']): void {
  const needs = ['documents:write', 'sales:write', ...(mode === 'issue' ? ['documents:issue', 'sales:confirm'] : [])];
  for (const permission of needs) needPermission(context, permission);
}

/** Only an invoice is repeated. */
export async function checkSource({ db, organization }: Context, id: string): Promise<void> {
  const found = await db.maybe<{ type: string }>(sql`
    select type from documents where organization_id = ${organization} and id = ${id} for key share`);
  if (found === undefined) throw missing('/document_id', 'document');
  if (found.type !== 'invoice') throw fault('/document_id', 'no_invoice', 'Write the id of an invoice.');
}

function newRow(
  context: Context,
  input: z.output<typeof Input>,
): Omit<RecurringRow, 'created_at' | 'updated_at' | 'version'> {
  const startDate = input.start_date ?? context.today;
  if (startDate < addDays(context.today, -backDaysMax)) {
    throw fault('/start_date', 'too_early', 'A schedule begins a year ago at the earliest.');
  }
  const stamp = actorStamp(context.actor);
  const row = {
    id: context.newId(),
    name: input.name,
    document_id: input.document_id,
    status: 'active' as const,
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
    created_by: stamp,
    updated_by: stamp,
  };
  checkEnd(row);
  return row;
}

/** The day of the month that was agreed on. The first occurrence is on the day it begins, so the two have to agree. */
function anchorOf({ frequency, anchor_day: asked }: z.output<typeof Input>, startDate: string): number | null {
  const day = Number(startDate.slice(8));
  const isMonthly = frequency === 'month' || frequency === 'year';
  if (!isMonthly) {
    if (asked !== undefined)
      throw fault('/anchor_day', 'not_monthly', 'Only months and years have a day of the month.');
    return null;
  }
  const isLast = addDays(startDate, 1).endsWith('-01');
  if (asked !== undefined && asked !== day && !(isLast && asked > day)) {
    throw fault('/anchor_day', 'not_on_start', 'Begin on that day of the month, or on the last where it has none.');
  }
  return asked ?? day;
}

type Ends = Pick<RecurringRow, 'start_date' | 'end_date' | 'occurrences_max'>;

/** Refuses an end before the beginning, and two ends. */
export function checkEnd({ start_date: start, end_date: end, occurrences_max: count }: Ends): void {
  if (end !== null && end < start) throw fault('/end_date', 'before_start', 'Write a day on or after `start_date`.');
  if (end !== null && count !== null) {
    throw fault('/end_date', 'two_ends', 'Write `end_date` or `occurrences_max`, not both.');
  }
}

/** The day of the next occurrence, or null where there is none. */
export function nextDateOf(row: RecurringRow): string | null {
  return occurrenceAt(recurrenceOf(row), row.occurrence)?.day ?? null;
}

function insert(context: Context, row: ReturnType<typeof newRow>): Promise<RecurringRow> {
  const { actor, now, organization } = context;
  const stamp = JSON.stringify(row.created_by);
  return context.db.one<RecurringRow>(sql`
    insert into recurring_documents (organization_id, id, name, document_id, mode, frequency, every, anchor_day,
      start_date, end_date, occurrences_max, due_in_days, catch_up, status, next_date, member_id, user_id, permissions,
      external_id, metadata, custom_fields, tags, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${row.id}, ${row.name}, ${row.document_id}, ${row.mode}, ${row.frequency},
      ${row.every}, ${row.anchor_day}, ${row.start_date}, ${row.end_date}, ${row.occurrences_max}, ${row.due_in_days},
      ${row.catch_up}, ${row.status}, ${row.next_date}, ${actor.memberId}, ${actor.userId}, ${[...actor.permissions]},
      ${row.external_id}, ${JSON.stringify(row.metadata)}, ${JSON.stringify(row.custom_fields)}, ${row.tags}, ${now},
      ${now}, ${stamp}, ${stamp})
    returning ${recurringColumns}`);
}
