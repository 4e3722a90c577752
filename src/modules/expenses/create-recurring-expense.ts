import { z } from 'zod';
import { addDays } from '../../core/calendar.ts';
import { occurrenceAt } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { exchangeRateMissing } from '../exchange/index.ts';
import { methodArchived } from '../payments/index.ts';
import { ambiguousName, fault } from '../sales/index.ts';
import { locationNotActive } from '../stock/index.ts';
import { needToPost } from './create-expense.ts';
import { categoryArchived, notASupplier, supplierNotActive, variantNotBought } from './expense.ts';
import {
  recurrenceOf,
  recurringColumns,
  recurringCreated,
  RecurringExpense,
  recurringExternalIdTaken,
  recurringRecord,
  type RecurringRow,
} from './recurring-expense.ts';
import { recurringInput, templateOf } from './recurring-input.ts';
import { enqueueNext } from './recurring-job.ts';

const backDaysMax = 366;

/** What a template may be refused for. */
export const templateRefusals = [
  validationFailed,
  notFound,
  ambiguousName,
  exchangeRateMissing,
  methodArchived,
  notASupplier,
  supplierNotActive,
  categoryArchived,
  variantNotBought,
  locationNotActive,
  forbidden,
  insufficientScope,
];

const Input = z.strictObject(recurringInput);

export const createRecurringExpense = operation({
  name: 'create_recurring_expense',
  summary: 'Makes an expense come again: every so many days, weeks, months or years.',
  guidance:
    'Each is made once, on its day, as a draft or posted; what is on the 31st is on the last day of short months.',
  http: 'POST /recurring-expenses',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  input: Input,
  output: RecurringExpense,
  refuses: [...templateRefusals, recurringExternalIdTaken],
  emits: [recurringCreated],
  async run(context, input) {
    if (input.mode === 'post') needToPost(context);
    if (context.actor.memberId === '') throw fault('', 'no_member', 'A schedule acts for a member of the team.');
    const template = await templateOf(context, input.template);
    const row = await insert(context, newRow(context, input, template));
    enqueueNext(context, row);
    context.emit(recurringCreated(row));
    return recurringRecord(context, row);
  },
});

function newRow(
  context: Context,
  input: z.output<typeof Input>,
  template: RecurringRow['template'],
): Omit<RecurringRow, 'created_at' | 'updated_at' | 'version'> {
  const startDate = input.start_date ?? context.today;
  if (startDate < addDays(context.today, -backDaysMax)) {
    throw fault('/start_date', 'too_early', 'A schedule begins a year ago at the earliest.');
  }
  const stamp = actorStamp(context.actor);
  const row = {
    id: context.newId(),
    name: input.name,
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
    template,
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
    insert into recurring_expenses (organization_id, id, name, template, mode, frequency, every, anchor_day, start_date,
      end_date, occurrences_max, due_in_days, catch_up, status, next_date, member_id, user_id, permissions,
      external_id, metadata, custom_fields, tags, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${row.id}, ${row.name}, ${JSON.stringify(row.template)}, ${row.mode}, ${row.frequency},
      ${row.every}, ${row.anchor_day}, ${row.start_date}, ${row.end_date}, ${row.occurrences_max}, ${row.due_in_days},
      ${row.catch_up}, ${row.status}, ${row.next_date}, ${actor.memberId}, ${actor.userId}, ${[...actor.permissions]},
      ${row.external_id}, ${JSON.stringify(row.metadata)}, ${JSON.stringify(row.custom_fields)}, ${row.tags}, ${now},
      ${now}, ${stamp}, ${stamp})
    returning ${recurringColumns}`);
}
