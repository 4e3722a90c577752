import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../core/money.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { byId } from '../../operation/expand.ts';
import type { Context } from '../../operation/operation.ts';
import { Amount, Id, Instant, Money, Name, recordFields, recordInput, recordPatch, Version } from '../../wire/index.ts';
import { clearable } from '../../wire/patch.ts';

export const categoryLevelsMax = 6;
const positionMax = 1_000_000;
export const categoryStatuses = ['active', 'archived', 'merged'] as const;
export const categoryKinds = ['cogs', 'operating', 'other', 'asset'] as const;

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
  color: z.string().nullable(),
  budget_monthly: Money.nullable(),
  excluded_from_reports: z.boolean(),
  system: z.boolean().describe('Created with the organisation and cannot be deleted.'),
  status: z.enum(categoryStatuses),
  merged_into_id: Id('expense_category').nullable(),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type ExpenseCategoryRecord = z.output<typeof ExpenseCategory>;

/** A row of `expense_categories`, with what its columns leave to be computed. */
export type CategoryRow = Omit<ExpenseCategoryRecord, 'budget_monthly'> & {
  readonly budget_monthly: bigint | null;
  readonly ancestor_ids: string[];
};

const optionalFields = {
  parent_id: Id('expense_category').describe(`At most ${categoryLevelsMax} levels.`),
  default_tax_rate_id: Id('tax_rate').describe('Default tax rate of lines in this category.'),
  color: z.string().regex(/^#[0-9a-f]{6}$/, { error: 'Write a colour such as "#4a90d9".' }),
  budget_monthly: Amount.describe('Monthly budget.'),
};

const defaultedFields = {
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
export const expenseCategoryCreated = event('expense_category.created', CategoryNotice);
export const expenseCategoryUpdated = event('expense_category.updated', CategoryNotice);
export const expenseCategoryArchived = event('expense_category.archived', CategoryNotice);
export const expenseCategoryRestored = event('expense_category.restored', CategoryNotice);
export const expenseCategoryMerged = event(
  'expense_category.merged',
  CategoryNotice.extend({ merged_into_id: Id('expense_category').nullable() }),
);
export const expenseCategoryDeleted = event('expense_category.deleted', CategoryNotice);

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

/** The columns of a category called `c`. */
export const categoryColumns: Sql = sql`c.*,
  case when c.merged_into_id is not null then 'merged' when c.archived_at is null then 'active' else 'archived' end
    as status,
  array(select above.name from expense_categories above
    where above.organization_id = c.organization_id and above.id = any(c.ancestor_ids)
    order by array_position(c.ancestor_ids, above.id)) || c.name as path`;

export function categoryRecord(context: Context, row: CategoryRow): ExpenseCategoryRecord {
  const currency = context.actor.organization?.baseCurrency ?? '';
  const budget: CoreMoney | null = row.budget_monthly === null ? null : money(row.budget_monthly, currency);
  return { ...row, budget_monthly: budget };
}

const wireCategory = encoderOf(ExpenseCategory);

/** Keeps the category as it was for the audit log, in wire form. */
export function keepCategoryBefore(context: Context, row: CategoryRow): void {
  context.before(wireCategory(categoryRecord(context, row)));
}

export async function readCategory({ db, organization }: Context, id: string): Promise<CategoryRow> {
  const row = await db.maybe<CategoryRow>(sql`
    select ${categoryColumns} from expense_categories c where c.organization_id = ${organization} and c.id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function categoriesWith(
  { db, organization }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CategoryRow>> {
  return byId(
    await db.many<CategoryRow>(sql`
      select ${categoryColumns} from expense_categories c
      where c.organization_id = ${organization} and c.id = any(${ids}::uuid[])`),
  );
}

export async function loadCategories(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExpenseCategoryRecord>> {
  const rows = await categoriesWith(context, ids);
  return byId([...rows.values()].map((row) => categoryRecord(context, row)));
}

/** Reads the category, locks it, and checks that it is the version that the caller saw. */
export async function lockCategory(context: Context, id: string, version?: number): Promise<CategoryRow> {
  const row = await context.db.maybe<CategoryRow>(sql`
    select ${categoryColumns} from expense_categories c
    where c.organization_id = ${context.organization} and c.id = ${id} for update of c`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
