import { z } from 'zod';
import type { Decimal } from '../../../core/decimal.ts';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { anyOf, filter } from '../../../operation/filter.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  archiveRecord,
  baseAmount,
  baseCurrency,
  defineRecord,
  getRecord,
  listRecords,
  nameKeyOf,
  namesFromRoot,
  plain,
  restoreRecord,
  treeFilters,
  treeOf,
  treeSorts,
} from '../../../operation/record/index.ts';
import {
  Amount,
  Id,
  Instant,
  Money,
  Name,
  recordFields,
  recordInput,
  recordPatch,
  Version,
} from '../../../wire/index.ts';
import { clearable } from '../../../wire/patch.ts';
import { DimensionValueIds } from '../../dimensions/index.ts';
import { amountFrom } from '../../sales/index.ts';

const categoryLevelsMax = 6;
const positionMax = 1_000_000;
const categoryStatuses = ['active', 'archived', 'merged'] as const;
const categoryKinds = ['cogs', 'operating', 'other', 'asset'] as const;

export const ExpenseCategory = z.object({
  id: Id('expense_category'),
  organization_id: Id('organization'),
  name: z.string(),
  parent_id: Id('expense_category').nullable(),
  path: z.array(z.string()).describe('Names from the root down to this category.'),
  position: z.int(),
  kind: z.enum(categoryKinds).describe('Where reports count it; the account is of that kind.'),
  account_id: Id('account'),
  default_tax_rate_id: Id('tax_rate').nullable(),
  dimension_value_ids: z.array(Id('dimension_value')),
  color: z.string().nullable(),
  budget_monthly: Money.nullable(),
  excluded_from_reports: z.boolean(),
  system: z.boolean().describe('Created with the organisation and cannot be deleted.'),
  status: z.enum(categoryStatuses),
  merged_into_id: Id('expense_category').nullable(),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type ExpenseCategoryRecord = z.output<typeof ExpenseCategory> & { ancestor_ids: string[] };

const optionalFields = {
  parent_id: Id('expense_category').describe(`At most ${categoryLevelsMax} levels.`),
  default_tax_rate_id: Id('tax_rate').describe('Default tax rate of lines in this category.'),
  color: z.string().regex(/^#[0-9a-f]{6}$/, { error: 'Write a colour such as "#4a90d9".' }),
  budget_monthly: Amount.describe('Monthly budget.'),
};

const defaultedFields = {
  dimension_value_ids: DimensionValueIds.optional().describe('Values of dimensions of lines that name none.'),
  position: z.int().min(0).max(positionMax).optional().describe('Sort position among its siblings.'),
  kind: z.enum(categoryKinds).optional().describe('Default: the kind of the account, which it must match.'),
  excluded_from_reports: z.boolean().optional().describe('For outflows that are not spending, such as a transfer.'),
};

const AccountOf = Id('account').describe('The account its expenses post to: cost, expense or asset.');

export const NewExpenseCategory = z.strictObject({
  name: Name,
  account_id: AccountOf,
  ...defaultedFields,
  ...clearable(optionalFields),
  ...recordInput,
});
export const ExpenseCategoryPatch = z.strictObject({
  id: Id('expense_category'),
  name: Name.optional(),
  account_id: AccountOf.optional(),
  ...defaultedFields,
  ...clearable(optionalFields),
  ...recordPatch,
});
export const ExpenseCategoryAtVersion = z.strictObject({ id: Id('expense_category'), version: Version.optional() });

const CategoryNotice = ExpenseCategory.pick({ id: true, name: true, kind: true, status: true, version: true });
export const expenseCategoryMerged = event(
  'expense_category.merged',
  CategoryNotice.extend({ merged_into_id: Id('expense_category').nullable() }),
);

export const expenseCategoryNameTaken = refusal(
  'expense_category_name_taken',
  409,
  'An expense category at this level already has that name.',
  'Choose another `name`, or use the category that has it.',
  ['expense_categories_name_key'],
);
export const expenseCategoryExternalIdTaken = refusal(
  'expense_category_external_id_taken',
  409,
  'Another expense category has that external_id.',
  'List expense categories with that `external_id` to find it.',
  ['expense_categories_external_id_key'],
);
export const expenseCategoryTooDeep = refusal(
  'expense_category_too_deep',
  422,
  'Expense categories have at most six levels.',
  'Choose a `parent_id` nearer to the root.',
  ['expense_categories_depth'],
);
export const expenseCategoryCycle = refusal(
  'expense_category_cycle',
  422,
  'An expense category cannot be its own ancestor.',
  'Choose a `parent_id` that is neither this category nor one of its subcategories.',
  ['expense_categories_acyclic'],
);
export const expenseCategoryIsSystem = refusal(
  'expense_category_is_system',
  409,
  'This expense category was created with the organisation and cannot be deleted.',
  'Archive it instead, or rename it.',
);

const status = sql`case when expense_categories.merged_into_id is not null then 'merged'
  when expense_categories.archived_at is null then 'active' else 'archived' end`;

export const expenseCategories = defineRecord<typeof ExpenseCategory, ExpenseCategoryRecord>({
  name: 'expense_category',
  plural: 'expense_categories',
  table: 'expense_categories',
  path: '/expense-categories',
  permissions: { read: 'expenses:read', manage: 'expenses:manage' },
  schema: ExpenseCategory,
  columns: {
    name: plain,
    name_key: nameKeyOf('name'),
    parent_id: plain,
    ancestor_ids: plain,
    position: plain,
    kind: plain,
    account_id: plain,
    default_tax_rate_id: plain,
    dimension_value_ids: plain,
    color: plain,
    budget_monthly: baseAmount,
    excluded_from_reports: plain,
    system: plain,
    merged_into_id: plain,
  },
  computed: { status },
  gathered: {
    path: namesFromRoot('expense_categories'),
  },
  tells: CategoryNotice,
});

export const expenseCategoryTree = treeOf(expenseCategories, {
  noun: 'expense category',
  levelsMax: categoryLevelsMax,
  tooDeep: expenseCategoryTooDeep,
  cycle: expenseCategoryCycle,
});

export const getExpenseCategory = getRecord(expenseCategories, { summary: 'Get one expense category.' });

export const listExpenseCategories = listRecords(expenseCategories, {
  summary: 'List expense categories as a tree, from the root down.',
  sorts: treeSorts(expenseCategories),
  defaultSort: 'level,position,name',
  filters: {
    status: anyOf(categoryStatuses, (wanted) => sql`(${status}) = any(${wanted}::text[])`),
    kind: anyOf(categoryKinds, (kinds) => sql`kind = any(${kinds})`),
    account_id: filter(Id('account'), (id) => sql`account_id = ${id}`),
    ...treeFilters(expenseCategories),
    external_id: 'usual',
    tag: 'usual',
    updated_at: 'usual',
  },
});

export const archiveExpenseCategory = archiveRecord(expenseCategories, {
  summary: 'Archive an expense category. Existing expenses keep it.',
});

export const restoreExpenseCategory = restoreRecord(expenseCategories, {
  summary: 'Restore an archived expense category.',
  refuses: [expenseCategoryNameTaken],
});

/** The monthly budget that was sent, in the base currency. */
export function budgetFrom(context: Context, budget: Decimal): CoreMoney {
  const currency = baseCurrency(context);
  return money(amountFrom(budget, '/budget_monthly', currency), currency);
}
