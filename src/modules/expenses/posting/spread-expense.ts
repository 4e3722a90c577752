import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Day, Id, Text, Version } from '../../../wire/index.ts';
import { lineSpread, ScheduleWithParts, spreadInput, startEvents, startSchedule } from '../../accruals/index.ts';
import { costOfLine } from './cost-of-line.ts';

export const spreadExpense = operation({
  name: 'spread_expense',
  summary: 'Spread the cost of an expense line over the months it is for.',
  guidance:
    'For insurance, rent or licences paid in advance. Input tax is claimed at once; the cost waits on Prepaid ' +
    'expenses, and a schedule moves it month by month. Voiding the expense voids the schedule.',
  http: 'POST /expenses/{id}/spread',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: undoneBy('void_schedule'),
  input: z.strictObject({
    id: Id('expense'),
    line_id: Id('expense_line').optional().describe('Default: the only line.'),
    ...spreadInput,
    description: Text(255).optional().describe('Default: that of the line, else the payee.'),
    date: Day.optional().describe('Date it leaves the account. Default: the date of the expense.'),
    version: Version.optional(),
  }),
  output: ScheduleWithParts,
  refuses: [invalidStateTransition, lineSpread, notFound, validationFailed, versionConflict],
  emits: startEvents,
  async run(context, { id, line_id: lineId, from, to, method, description, date, version }) {
    const { row, line, account, accountType, cost } = await costOfLine(context, {
      id,
      lineId,
      version,
      action: 'spread_expense',
    });
    if (!costTypes.has(accountType) || cost <= 0n) {
      throw fault('/line_id', 'no_cost', 'Choose a line that is a cost, not goods in stock or an asset.');
    }
    return startSchedule(context, {
      kind: 'prepaid_expense',
      description: description ?? line.description?.slice(0, 255) ?? row.payee_name ?? row.number ?? '',
      account,
      amount: cost,
      spread: { from, to, method },
      bookedOn: date ?? row.expense_date,
      source: { type: 'expense', id, lineId: line.id },
      dimensions: line.dimension_value_ids,
    });
  },
});

const costTypes = new Set(['cost_of_goods_sold', 'expense', 'other_expense']);
