import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import {
  expenseCategories,
  ExpenseCategory,
  ExpenseCategoryAtVersion,
  expenseCategoryCycle,
  expenseCategoryMerged,
  expenseCategoryNameTaken,
  type ExpenseCategoryRecord,
  expenseCategoryTooDeep,
  expenseCategoryTree,
} from './expense-category.ts';

export const mergeExpenseCategories = operation({
  name: 'merge_expense_categories',
  summary: 'Merge an expense category into another; its expenses, schedules and subcategories move.',
  guidance: 'Only categories change: posted entries stay on their accounts. This cannot be undone.',
  http: 'POST /expense-categories/{id}/merge',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  noUndo: 'deleted',
  input: ExpenseCategoryAtVersion.extend({ into_id: Id('expense_category') }),
  output: ExpenseCategory,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    expenseCategoryCycle,
    expenseCategoryTooDeep,
    expenseCategoryNameTaken,
  ],
  emits: [expenseCategoryMerged],
  async run(context, { id, into_id: intoId, version }) {
    const [, , found] = await Promise.all([
      lockFiled(context, id),
      expenseCategoryTree.lock(context),
      expenseCategories.load(context, [id, intoId]),
    ]);
    const current = found.get(id);
    if (current === undefined) throw notFound();
    if (version !== undefined && version !== current.version) {
      throw versionConflict({ current_version: current.version });
    }
    const into = checked(current, found.get(intoId));
    expenseCategories.keepBefore(context, current);
    moveFiled(context, id, intoId);
    const [, , merged] = await Promise.all([
      setMerged(context, current, intoId),
      moveBelow(context, current, into),
      expenseCategories.find(context, id),
    ]);
    moveLines(context, id, intoId);
    context.emit(expenseCategoryMerged(merged));
    return merged;
  },
});

function checked(current: ExpenseCategoryRecord, into: ExpenseCategoryRecord | undefined): ExpenseCategoryRecord {
  if (into === undefined) throw missing('/into_id', 'expense category');
  if (current.status === 'merged') throw invalidStateTransition({ status: 'merged', allowed: [] });
  if (into.id === current.id) throw fault('/into_id', 'same', 'Name another category than the one that is merged.');
  if (into.ancestor_ids.includes(current.id)) throw expenseCategoryCycle();
  if (into.status !== 'active') throw fault('/into_id', 'archived', 'That expense category is archived.');
  if (into.kind !== current.kind) {
    throw fault(
      '/into_id',
      'wrong_kind',
      `Reports count these separately: choose a category of the kind ${current.kind}.`,
    );
  }
  return into;
}

/**
 * Locks what is written of open expenses and of schedules in the category, before the tree as those lock it who write
 * them: they wait, and then find it filed anew.
 */
async function lockFiled({ db, organization }: Context, id: string): Promise<void> {
  await Promise.all([
    db.run(sql`
      select id from expenses where organization_id = ${organization}
        and status in ('draft', 'submitted', 'approved', 'rejected')
        and id in (select expense_id from expense_lines where organization_id = ${organization} and category_id = ${id})
      order by id for update`),
    db.run(sql`
      select id from recurring_expenses where organization_id = ${organization} and ${isFiledIn(id)}
      order by id for update`),
  ]);
}

const isFiledIn = (id: string) => sql`template @> ${JSON.stringify({ lines: [{ category_id: id }] })}::jsonb`;

/** Files what comes again in the other category. */
function moveFiled({ db, organization }: Context, id: string, intoId: string): void {
  const changed = JSON.stringify({ category_id: intoId });
  db.later(sql`
    update recurring_expenses set template = jsonb_set(template, '{lines}', (
      select jsonb_agg(case when line ->> 'category_id' = ${id} then line || ${changed}::jsonb else line end
        order by position)
      from jsonb_array_elements(template -> 'lines') with ordinality as each (line, position)))
    where organization_id = ${organization} and ${isFiledIn(id)}`);
}

function setMerged(
  { db, organization, actor, now }: Context,
  { id }: ExpenseCategoryRecord,
  intoId: string,
): Promise<number> {
  return db.run(sql`
    update expense_categories set merged_into_id = ${intoId}, archived_at = coalesce(archived_at, ${now}),
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${id}`);
}

/** Awaited, because the other category may have one of that name below it, or be too deep down. */
function moveBelow(
  { db, organization }: Context,
  current: ExpenseCategoryRecord,
  into: ExpenseCategoryRecord,
): Promise<number> {
  return db.run(sql`
    update expense_categories
    set parent_id = case when parent_id = ${current.id} then ${into.id}::uuid else parent_id end,
      ancestor_ids = ${[...into.ancestor_ids, into.id]}::uuid[] || ancestor_ids[${current.ancestor_ids.length + 2}:]
    where organization_id = ${organization} and ancestor_ids @> ${[current.id]}::uuid[]`);
}

/** After the category says what it was merged into: lines that are posted move nowhere else. */
function moveLines({ db, organization }: Context, id: string, intoId: string): void {
  db.later(sql`
    update expense_lines set category_id = ${intoId} where organization_id = ${organization} and category_id = ${id}`);
}
