import { getExpandable } from '../../operation/record/index.ts';
import { ExpandedExpense, expenseExpansions } from './expanded-expense.ts';
import { expenseRecord } from './expense-record.ts';
import { readExpense } from './store.ts';

export const getExpense = getExpandable({
  kind: 'expense',
  summary: 'Get one expense with its lines, taxes, payments and balance due.',
  path: '/expenses',
  permission: 'expenses:read',
  mcp: 'action',
  row: ExpandedExpense,
  expansions: expenseExpansions,
  read: async (context, id) => expenseRecord(context, await readExpense(context, id)),
});
