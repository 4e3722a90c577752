import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, versionConflict } from '../../operation/errors.ts';
import { missing } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, recordPatch } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import { withKeptValues } from '../dimensions/index.ts';
import { useTaxRates } from '../products/index.ts';
import { touched } from './posting/change-state.ts';
import { creationRefusals } from './create-expense.ts';
import { duplicateWarnings, findDuplicates } from './bills/duplicates.ts';
import { expenseUpdated, type ExpenseWarning, ExpenseWithWarnings } from './expense.ts';
import {
  aboutInput,
  type ExpenseInput,
  ExpenseLineInput,
  type LineGiven,
  linesMax,
  termsInput,
} from './expense-input.ts';
import { checkState, expenseRecord, factsOf, keepBefore } from './expense-record.ts';
import type { ExpenseRow, StoredExpense } from './expense-row.ts';
import { withNames } from './bills/expense-names.ts';
import { loadExpense } from './load-expense.ts';
import { planExpense } from './posting/plan-expense.ts';
import { inputOf } from './stored-input.ts';
import { lockExpense, wordsWith, writeExpense } from './store.ts';

const terms = {
  ...termsInput,
  lines: z
    .array(ExpenseLineInput.extend({ id: Id('expense_line').optional().describe('ID of the line being replaced.') }))
    .min(1)
    .max(linesMax)
    .optional()
    .describe('All lines; they replace the existing ones.'),
};
const termNames = new Set(Object.keys(terms));

export const updateExpense = operation({
  name: 'update_expense',
  summary: 'Update a draft expense; later, only notes, tags and custom fields can change.',
  guidance: 'Changing a rejected expense makes it a draft again.',
  http: 'PATCH /expenses/{id}',
  effect: 'write',
  permission: 'expenses:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_expense'),
  input: z.strictObject({ id: Id('expense'), ...terms, ...aboutInput, ...recordPatch }),
  output: ExpenseWithWarnings,
  refuses: [...creationRefusals, versionConflict, invalidStateTransition],
  emits: [expenseUpdated],
  async run(context, { id, version, ...given }) {
    const before = await lockExpense(context, id, version);
    const patch = await withNames(context, sent(given));
    const isDraft = before.row.status === 'draft' || before.row.status === 'rejected';
    const changesTerms = Object.keys(patch).some((name) => termNames.has(name));
    if (changesTerms) checkState(before.row, 'update_expense');
    keepBefore(context, before);
    const changed =
      isDraft && (changesTerms || before.row.status === 'rejected')
        ? await changeDraft(context, before, patch)
        : await changeAbout(context, before, patch);
    context.emit(expenseUpdated(factsOf(context, changed.row)));
    return { ...expenseRecord(context, changed), warnings: changed.warnings };
  },
});

type Patch = Partial<ExpenseInput> & { readonly lines?: readonly LineGiven[] };
type Changed = StoredExpense & { readonly warnings: ExpenseWarning[] };

/** Plans the draft anew from what it was and what is sent. */
async function changeDraft(context: Context, before: StoredExpense, patch: Patch): Promise<Changed> {
  checkLineIds(before, patch.lines ?? []);
  const lines = patch.lines && withKeptValues(patch.lines, before.lines);
  const input = { ...inputOf(before), ...opened(before, patch), ...patch, ...(lines && { lines }) };
  const [parts, duplicates] = await Promise.all([
    loadExpense(context, input, before.row.supplier_id),
    findDuplicates(context, input),
  ]);
  const planned = planExpense(context, parts, { id: before.row.id, before: before.row });
  const warnings = duplicateWarnings(planned.row, duplicates);
  useTaxRates(context, planned.rates);
  const row = await writeExpense(context, planned, { isNew: false });
  return { row, lines: planned.lines, payments: [], warnings };
}

/** Fields that depend on a changed field return to their default. */
function opened({ row }: StoredExpense, patch: Patch): Partial<ExpenseInput> {
  const isOwedAnew = patch.expense_date !== undefined || patch.supplier_id !== undefined;
  const isMember = patch.paid_by === 'member' && row.paid_by !== 'member';
  return {
    ...(isOwedAnew ? { due_date: undefined } : {}),
    ...(patch.supplier_id ? { payee_name: null } : {}),
    ...(patch.payee_name ? { supplier_id: null } : {}),
    ...(isMember ? { method_id: null, paid_on: null } : {}),
    ...(patch.paid_by === 'company' ? { member_id: null } : {}),
    ...(patch.method !== undefined ? { method_id: null } : {}),
    ...(patch.method_id === null ? { paid_on: null } : {}),
  };
}

function checkLineIds({ lines }: StoredExpense, given: readonly LineGiven[]): void {
  const open = new Set(lines.map((line) => line.id));
  for (const [index, line] of given.entries()) {
    if (line.id !== undefined && !open.delete(line.id)) throw missing(`/lines/${index}/id`, 'line of this expense');
  }
}

type AboutField = 'notes' | 'external_id' | 'metadata' | 'custom_fields' | 'tags';

async function changeAbout(
  context: Context,
  before: StoredExpense,
  patch: Partial<Pick<ExpenseRow, AboutField>>,
): Promise<Changed> {
  const { db, organization } = context;
  const { notes, external_id, metadata, custom_fields, tags } = { ...before.row, ...patch };
  const said = { notes, external_id, metadata, custom_fields, tags };
  const row = { ...before.row, ...said, version: before.row.version + 1, ...touched(context) };
  await db.run(sql`
    update expenses set notes = ${notes}, external_id = ${external_id}, metadata = ${JSON.stringify(metadata)},
      custom_fields = ${JSON.stringify(custom_fields)}, tags = ${tags}::text[], version = ${row.version},
      updated_at = ${row.updated_at}, updated_by = ${JSON.stringify(row.updated_by)},
      words = ${wordsWith({ row, lines: before.lines }, sql`number`)}
    where organization_id = ${organization} and id = ${row.id}`);
  return { ...before, row, warnings: [] };
}
