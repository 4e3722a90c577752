import { z } from 'zod';
import { dayOfMonth, parseDay } from '../../core/calendar.ts';
import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { refusal } from '../../operation/errors.ts';
import { filter } from '../../operation/filter.ts';
import { containing, textKey } from '../../operation/list.ts';
import {
  archiveRecord,
  defineRecord,
  listRecords,
  nameKeyOf,
  plain,
  restoreRecord,
} from '../../operation/record/index.ts';
import { Day, Id, Instant, Money, recordFields, Text } from '../../wire/index.ts';

export const monthsMax = 24;

/** What is true of a budget without its lines. */
const BudgetHead = z.object({
  id: Id('budget'),
  organization_id: Id('organization'),
  name: z.string(),
  starts_on: Day.describe('First day of its first month.'),
  months: z.int(),
  line_count: z.int(),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type BudgetHead = z.output<typeof BudgetHead>;

const BudgetLine = z.object({
  account_id: Id('account'),
  account_code: z.string(),
  account_name: z.string(),
  dimension_value_id: Id('dimension_value').nullable().describe('Null: for what names no value.'),
  amount: Money.describe('Of all months, in the base currency.'),
  amounts: z
    .array(Money)
    .describe('One for each month, in the base currency; above zero as usual for income and for costs.'),
});
export type BudgetLine = z.output<typeof BudgetLine>;

export const Budget = BudgetHead.extend({ lines: z.array(BudgetLine) });

const BudgetNotice = z.object({
  id: Id('budget'),
  name: z.string(),
  starts_on: Day,
  months: z.int(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
});

export const budgetNameTaken = refusal(
  'budget_name_taken',
  409,
  'Another budget has that name.',
  'Use another `name`; case and accents are ignored.',
  ['budgets_name_key'],
);
export const budgetExternalIdTaken = refusal(
  'budget_external_id_taken',
  409,
  'Another budget has that external_id.',
  'List budgets with that `external_id` to find it.',
  ['budgets_external_id_key'],
);

export const budgets = defineRecord<typeof BudgetHead>({
  name: 'budget',
  plural: 'budgets',
  table: 'budgets',
  path: '/budgets',
  permissions: { read: 'reports:read', manage: 'ledger:manage' },
  schema: BudgetHead,
  columns: { name: plain, name_key: nameKeyOf('name'), starts_on: plain, months: plain },
  gathered: {
    line_count: sql`(select count(*)::int from budget_lines as line
      where line.organization_id = budgets.organization_id and line.budget_id = budgets.id)`,
  },
  tells: BudgetNotice,
});

export const listBudgets = listRecords(budgets, {
  summary: 'List budgets: planned income and costs by month.',
  guidance: 'get_budget has the amounts; get_budget_variance compares them with the books.',
  sorts: {
    name: textKey(budgets.column('name_key')),
    created_at: 'usual',
    updated_at: 'usual',
  },
  defaultSort: '-created_at',
  filters: {
    q: filter(Text(100), (text) => sql`budgets.name_key like ${containing(nameKey(text))}`),
    on: filter(
      Day,
      (day) => sql`budgets.starts_on <= ${day}
        and ${day} < budgets.starts_on + make_interval(months => budgets.months)`,
    ),
    status: 'usual',
    external_id: 'usual',
    tag: 'usual',
    created_at: 'usual',
    updated_at: 'usual',
  },
});

export const archiveBudget = archiveRecord(budgets, {
  summary: 'Archive a budget, such as one that another replaces.',
});

export const restoreBudget = restoreRecord(budgets, { summary: 'Restore an archived budget.' });

export const FirstOfMonth = Day.refine((day) => parseDay(day) === undefined || dayOfMonth(day) === 1, {
  error: 'Write the first day of a month, such as "2026-01-01".',
});
