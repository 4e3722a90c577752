import { z } from 'zod';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { type Undo, undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, Name, recordPatch, sent } from '../../wire/index.ts';
import { Budget, budgetExternalIdTaken, budgetNameTaken, budgets } from './budget.ts';
import { keepLines, linesKept, wireLines } from './keep-lines.ts';
import { linesInput, plannedLines } from './planned-lines.ts';

type Line = z.input<typeof Budget>['lines'][number];

/** With its lines as they were, each with its months. */
const undo: Undo = (written) =>
  undoneByEarlierValues('update_budget')(written).map((step) => {
    const { lines, ...rest } = step.input as { readonly lines?: readonly Line[] };
    const earlier = lines?.map(({ account_id, dimension_value_id, amounts }) => {
      return { account_id, dimension_value_id, amounts };
    });
    return { ...step, input: { ...rest, ...(earlier && { lines: earlier }) } };
  });

const encode = encoderOf(Budget);

export const updateBudget = operation({
  name: 'update_budget',
  summary: 'Update a budget: its name or its amounts.',
  guidance: '`lines` replaces all of them.',
  http: 'PATCH /budgets/{id}',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  undo,
  input: z.strictObject({ id: Id('budget'), name: Name.optional(), lines: linesInput.optional(), ...recordPatch }),
  output: Budget,
  refuses: [budgetNameTaken, budgetExternalIdTaken, versionConflict, notFound, validationFailed],
  emits: [budgets.events.updated],
  async run(context, { id, version, lines: given, ...change }) {
    const [current, kept] = await Promise.all([budgets.lock(context, id, version), linesKept(context, id)]);
    const { months } = current;
    const lines = given === undefined ? kept : await plannedLines(context, { lines: given, months, kept });
    if (given !== undefined) keepLines(context, id, lines);
    const changed = await budgets.update(context, current, { ...current, ...sent(change) });
    context.before(encode({ ...current, lines: wireLines(context, kept) }));
    return { ...changed, line_count: lines.length, lines: wireLines(context, lines) };
  },
});
