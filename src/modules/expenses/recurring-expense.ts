import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../core/money.ts';
import type { Recurrence } from '../../core/recurrence.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { Day, Id, Money, Percent, Quantity, recordFields, Version } from '../../wire/index.ts';
import { baseOf } from '../exchange/index.ts';
import { payers } from './expense.ts';

export const frequencies = ['day', 'week', 'month', 'year'] as const;
export const recurringStatuses = ['active', 'paused', 'completed', 'cancelled'] as const;
export const recurringModes = ['draft', 'post'] as const;
export const catchUps = ['skip', 'one', 'all'] as const;

const Template = z.object({
  supplier_id: Id('client').nullable(),
  payee_name: z.string().nullable(),
  currency: z.string().describe('Each expense is kept by the rate of its own day.'),
  amounts_include_tax: z.boolean(),
  lines: z.array(
    z.object({
      category_id: Id('expense_category'),
      description: z.string().nullable(),
      amount: Money,
      tax_rate_ids: z.array(Id('tax_rate')).nullable().describe('Null: the tax of the category on the day.'),
      variant_id: Id('variant').nullable(),
      quantity: Quantity.nullable(),
      location_id: Id('location').nullable(),
      client_id: Id('client').nullable(),
      billable: z.boolean(),
      markup_percent: Percent.nullable(),
    }),
  ),
  paid_by: z.enum(payers),
  member_id: Id('member').nullable(),
  method_id: Id('payment_method').nullable(),
  reference: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
});

export const RecurringExpense = z.object({
  id: Id('recurring_expense'),
  organization_id: Id('organization'),
  name: z.string(),
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
  template: Template,
  next_date: Day.nullable(),
  run_count: z.int(),
  last_run_date: Day.nullable(),
  consecutive_failures: z.int(),
  last_error: z.string().nullable(),
  ...recordFields,
});
export type RecurringRecord = z.output<typeof RecurringExpense>;
type TemplateRecord = RecurringRecord['template'];

/** What expenses are made from, as JSON: amounts are digits in minor units, since a JSON number holds no bigint. */
export type StoredTemplate = Omit<TemplateRecord, 'lines' | 'currency'> & {
  /** Absent from templates of before there were other currencies than the base one. */
  readonly currency?: string;
  readonly lines: readonly StoredTemplateLine[];
};

type Goods = 'variant_id' | 'quantity' | 'location_id';
/** Templates of before there were markups and goods lack those. */
type StoredTemplateLine = Omit<TemplateRecord['lines'][number], 'amount' | 'markup_percent' | Goods> & {
  readonly amount: string;
  readonly markup_percent?: string | null;
  readonly variant_id?: string | null;
  readonly quantity?: string | null;
  readonly location_id?: string | null;
};

/** A row of `recurring_expenses`. */
export type RecurringRow = Omit<RecurringRecord, 'organization_id' | 'interval' | 'template'> & {
  readonly every: number;
  readonly template: StoredTemplate;
  /** The number of the next occurrence. */
  readonly occurrence: number;
};

export const RecurringAtVersion = z.strictObject({ id: Id('recurring_expense'), version: Version.optional() });

const RecurringNotice = RecurringExpense.pick({ id: true, name: true, status: true, next_date: true, version: true });
export const recurringCreated = event('recurring_expense.created', RecurringNotice);
export const recurringUpdated = event('recurring_expense.updated', RecurringNotice);
export const recurringPaused = event('recurring_expense.paused', RecurringNotice);
export const recurringResumed = event('recurring_expense.resumed', RecurringNotice);
export const recurringCancelled = event('recurring_expense.cancelled', RecurringNotice);
export const recurringCompleted = event('recurring_expense.completed', RecurringNotice);

export const recurringExternalIdTaken = refusal(
  'recurring_expense_external_id_taken',
  409,
  'Another recurring expense has that external_id.',
  'List recurring expenses with that `external_id` to find it.',
  ['recurring_expenses_external_id_key'],
);

export const recurringColumns: Sql = sql`id, name, status, mode, frequency, every, anchor_day, start_date, end_date,
  occurrences_max, due_in_days, catch_up, template, occurrence, next_date, run_count, last_run_date,
  consecutive_failures, last_error, external_id, metadata, custom_fields, tags, version, created_at, updated_at,
  created_by, updated_by`;

export function recurringRecord(context: Context, row: RecurringRow): RecurringRecord {
  const currency = currencyOf(context, row);
  const amountOf = (minor: string): CoreMoney => money(BigInt(minor), currency);
  const lines = row.template.lines.map((line) => ({
    ...line,
    amount: amountOf(line.amount),
    markup_percent: markupOf(line),
    ...goodsOf(line),
  }));
  return {
    ...row,
    organization_id: context.organization,
    interval: row.every,
    template: { ...row.template, currency, lines },
  };
}

/** What its expenses are in. */
export function currencyOf(context: Context, { template }: Pick<RecurringRow, 'template'>): string {
  return template.currency ?? baseOf(context);
}

export function markupOf({ markup_percent: markup }: { readonly markup_percent?: string | null }): bigint | null {
  return markup === undefined || markup === null ? null : BigInt(markup);
}

export function goodsOf(line: Pick<StoredTemplateLine, Goods>) {
  const { variant_id: variant, quantity, location_id: location } = line;
  return {
    variant_id: variant ?? null,
    quantity: quantity === undefined || quantity === null ? null : BigInt(quantity),
    location_id: location ?? null,
  };
}

const wireRecurring = encoderOf(RecurringExpense);

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
    select ${recurringColumns} from recurring_expenses where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockRecurring(
  { db, organization }: Context,
  id: string,
  version: number | undefined,
): Promise<RecurringRow> {
  const row = await db.maybe<RecurringRow>(sql`
    select ${recurringColumns} from recurring_expenses
    where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
