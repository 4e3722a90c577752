import { z } from 'zod';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../operation/errors.ts';
import { needPermission } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByStatus, undoneForEach, undoneInTurn } from '../../operation/undo.ts';
import { exchangeRateMissing } from '../exchange/index.ts';
import { rolesAndRequired } from '../ledger/index.ts';
import { methodArchived } from '../payments/index.ts';
import { useTaxRates } from '../products/index.ts';
import { ambiguousName } from '../sales/index.ts';
import { locationNotActive } from '../stock/index.ts';
import { overBudget } from './categories/budget-alerts.ts';
import { duplicateWarnings, findDuplicates } from './bills/duplicates.ts';
import {
  categoryArchived,
  duplicateExpense,
  expenseCreated,
  expenseExternalIdTaken,
  expensePaid,
  expensePosted,
  ExpenseWithWarnings,
  notASupplier,
  supplierNotActive,
  variantNotBought,
} from './expense.ts';
import { type ExpenseInput, expenseInput } from './expense-input.ts';
import { expenseRecord, factsOf } from './expense-record.ts';
import { lockLines, receiveLines } from './bills/goods-lines.ts';
import { loadNamed, loadTerms } from './load-expense.ts';
import { type ExpenseMade, planExpense } from './posting/plan-expense.ts';
import { postPlanned, writePosted } from './posting/post-planned.ts';
import { writeExpense } from './store.ts';

/** Refusals of creating an expense, beside those of permission. */
export const creationRefusals = [
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
  expenseExternalIdTaken,
  duplicateExpense,
];

export const createExpense = operation({
  name: 'create_expense',
  summary: 'Create a draft expense, or post it to the books at once with `post`.',
  guidance:
    'With a payment method it is posted as paid, otherwise as payable; expenses paid by a member are ' +
    'reimbursed. Lines with a `variant_id` receive goods into stock.',
  http: 'POST /expenses',
  effect: 'write',
  permission: 'expenses:write',
  mcp: 'tool',
  creates: true,
  seldom: ['exchange_rate', 'paid_on', 'member_id', 'reference'],
  posts: true,
  amount: ({ total }) => total,
  undo: undoneInTurn(
    undoneForEach('payments', 'void_expense_payment'),
    undoneByStatus({ draft: 'delete_expense', posted: 'void_expense' }),
  ),
  input: z.strictObject({
    ...expenseInput,
    post: z.boolean().default(false).describe('Numbers the expense and posts it, as post_expense does.'),
  }),
  output: ExpenseWithWarnings,
  refuses: [...creationRefusals, forbidden, insufficientScope],
  emits: [expenseCreated, expensePosted, expensePaid, overBudget],
  async run(context, { post, ...given }) {
    if (post) needToPost(context);
    return makeExpense(context, given, { made: { id: context.newId() }, post });
  },
});

/** Posting what nobody approved takes both rights. */
export function needToPost(context: Context): void {
  needPermission(context, 'expenses:manage');
  needPermission(context, 'expenses:approve');
}

type Making = { readonly made: ExpenseMade; readonly post: boolean };

/** Creates an expense as a draft or posted. */
export async function makeExpense(
  context: Context,
  input: ExpenseInput,
  { made, post }: Making,
): Promise<z.output<typeof ExpenseWithWarnings>> {
  // The supplier must be known before duplicates are searched.
  const isByName = input.supplier !== undefined;
  const [named, early, posting] = await Promise.all([
    loadNamed(context, input),
    isByName ? undefined : findDuplicates(context, input),
    post ? rolesAndRequired(context) : undefined,
  ]);
  const [parts, duplicates, lock] = await Promise.all([
    loadTerms(context, named),
    early ?? findDuplicates(context, named.input),
    posting && lockLines(context, named.input.lines, named.goods.mainLocation),
  ]);
  const planned = planExpense(context, parts, made);
  const warnings = duplicateWarnings(planned.row, duplicates);
  useTaxRates(context, planned.rates);
  if (posting === undefined || lock === undefined) {
    const row = await writeExpense(context, planned, { isNew: true });
    context.emit(expenseCreated(factsOf(context, row)));
    return { ...expenseRecord(context, { row, lines: planned.lines, payments: [] }), warnings };
  }
  const { method, knownWhenPaid } = parts;
  const accountOf = new Map(parts.categories.map((category) => [category.id, category.account_id]));
  const { lines, postings: received } = receiveLines(context, planned, { ...posting, lock });
  const draft = { row: planned.row, lines };
  const { dimensionValues: values } = parts;
  const needed = { ...posting, accountOf, method, knownWhenPaid, received, values };
  const posted = postPlanned(context, draft, needed);
  return { ...expenseRecord(context, await writePosted(context, posted, { isNew: true })), warnings };
}
