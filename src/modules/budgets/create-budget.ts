import { z } from 'zod';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByArchiving } from '../../operation/undo.ts';
import { Name, recordInput, SignedQuantity } from '../../wire/index.ts';
import { Budget, budgetExternalIdTaken, budgetNameTaken, budgets, FirstOfMonth, monthsMax } from './budget.ts';
import { insertLines, wireLines } from './keep-lines.ts';
import { linesFromBooks } from './lines-from-books.ts';
import { linesInput, type PlannedLine, plannedLines } from './planned-lines.ts';

const monthsDefault = 12;

const input = z.strictObject({
  name: Name.describe('Such as "2027".'),
  starts_on: FirstOfMonth.describe('First day of its first month.'),
  months: z.int().min(1).max(monthsMax).default(monthsDefault),
  lines: linesInput.optional(),
  from_actuals: z
    .strictObject({
      starts_on: FirstOfMonth.describe('First day of as many months in the books.'),
      change_percent: SignedQuantity.optional().describe('Such as "5" for 5 % more, "-10" for less. Default: 0.'),
    })
    .optional()
    .describe('Instead of lines: what each account of income and costs came to in earlier months.'),
  ...recordInput,
});
type Input = z.output<typeof input>;

export const createBudget = operation({
  name: 'create_budget',
  summary:
    'Create a budget: planned income and costs by account and month, or those of last year changed by a percentage.',
  guidance: 'get_budget_variance compares it with the books.',
  http: 'POST /budgets',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByArchiving('budget'),
  input,
  output: Budget,
  refuses: [budgetNameTaken, budgetExternalIdTaken, notFound, validationFailed],
  emits: [budgets.events.created],
  async run(context, asked) {
    const { lines: _, from_actuals: __, ...head } = asked;
    const lines = await linesOf(context, asked);
    const id = context.newId();
    const created = budgets.create(context, id, head);
    insertLines(context, id, lines);
    return { ...(await created), line_count: lines.length, lines: wireLines(context, lines) };
  },
});

function linesOf(context: Context, { lines, from_actuals: books, months }: Input): Promise<PlannedLine[]> {
  if (books === undefined) return plannedLines(context, { lines: lines ?? [], months });
  if (lines !== undefined) throw fault('/from_actuals', 'one_of', 'Write either lines or from_actuals.');
  return linesFromBooks(context, {
    from: books.starts_on,
    months,
    changePercent: books.change_percent ?? 0n,
  });
}
