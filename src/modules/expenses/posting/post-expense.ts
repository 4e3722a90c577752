import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { dimensionValuesNamed } from '../../dimensions/index.ts';
import { exchangeRateMissing, knownRate } from '../../exchange/index.ts';
import { rolesAndRequired } from '../../ledger/index.ts';
import { methodArchived, methodOf, methodsOf } from '../../payments/index.ts';
import { locationNotActive, mainLocation } from '../../stock/index.ts';
import { Expense, expensePaid, expensePosted } from '../expense.ts';
import { checkState, expenseRecord, keepBefore } from '../expense-record.ts';
import { overBudget } from '../categories/budget-alerts.ts';
import { touched } from './change-state.ts';
import { lockLines, receiveLines } from '../bills/goods-lines.ts';
import { postPlanned, writePosted } from './post-planned.ts';
import { lockExpense } from '../store.ts';

export const postExpense = operation({
  name: 'post_expense',
  summary: 'Post an approved expense to the books, as payable or paid, and give it a number.',
  guidance: 'Users who may approve can post a draft directly. Its amounts cannot be changed afterwards.',
  http: 'POST /expenses/{id}/post',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ total }) => total,
  undo: undoneBy('void_expense'),
  input: z.strictObject({ id: Id('expense'), version: Version.optional() }),
  output: Expense,
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    invalidStateTransition,
    methodArchived,
    exchangeRateMissing,
    locationNotActive,
    forbidden,
    insufficientScope,
  ],
  emits: [expensePosted, expensePaid, overBudget],
  async run(context, { id, version }) {
    const [before, accountOf, { accounts, required }, methods, main] = await Promise.all([
      lockExpense(context, id, version),
      categoryAccounts(context, id),
      rolesAndRequired(context),
      methodsOf(context),
      mainLocation(context),
    ]);
    checkState(before.row, 'post_expense');
    if (before.row.status === 'draft') needPermission(context, 'expenses:approve');
    keepBefore(context, before);
    const methodId = before.row.method_id;
    const method = methodId === null ? undefined : methodOf(methods, { method_id: methodId }, '');
    const row = { ...before.row, version: before.row.version + 1, ...touched(context) };
    const paidOn = method === undefined ? null : row.paid_on;
    const [lock, knownWhenPaid, values] = await Promise.all([
      lockLines(context, before.lines, main),
      paidOn === null ? undefined : knownRate(context, row.currency, paidOn),
      required.length === 0 ? new Map() : dimensionValuesNamed(context, before.lines),
    ]);
    const { lines, postings: received } = receiveLines(context, { row, lines: before.lines }, { accounts, lock });
    const parts = { accounts, accountOf, method, knownWhenPaid, received, required, values };
    const posted = postPlanned(context, { row, lines }, parts);
    return expenseRecord(context, await writePosted(context, posted, { isNew: false }));
  },
});

async function categoryAccounts({ db, organization }: Context, expenseId: string): Promise<Map<string, string>> {
  const rows = await db.many<{ id: string; account_id: string }>(sql`
    select c.id, c.account_id from expense_categories as c
    where c.organization_id = ${organization} and c.id in (
      select category_id from expense_lines where organization_id = ${organization} and expense_id = ${expenseId})`);
  return new Map(rows.map((row) => [row.id, row.account_id]));
}
