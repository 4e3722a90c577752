import { z } from 'zod';
import { convert } from '../../../core/exchange.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Day, Id, Text, Version } from '../../../wire/index.ts';
import {
  lineSpread,
  lineToSpread,
  ScheduleWithParts,
  spreadInput,
  startEvents,
  startSchedule,
} from '../../accruals/index.ts';
import { exchangeOf } from '../../exchange/index.ts';
import { loadAccounts } from '../../ledger/index.ts';
import { checkState, costOf, isCreditNote } from '../expense-record.ts';
import type { StoredLine } from '../expense-row.ts';
import { lockExpense } from '../store.ts';

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
    const expense = await lockExpense(context, id, version);
    const { row } = expense;
    checkState(row, 'spread_expense');
    if (isCreditNote(row)) throw fault('/id', 'credit_note', 'A credit note cannot be spread.');
    const line = lineToSpread(expense.lines, lineId);
    const account = await costAccount(context, line);
    const exchange = exchangeOf(context, row);
    const cost = costOf(line);
    return startSchedule(context, {
      kind: 'prepaid_expense',
      description: description ?? line.description?.slice(0, 255) ?? row.payee_name ?? row.number ?? '',
      account,
      amount: exchange === undefined ? cost : convert(cost, exchange),
      spread: { from, to, method },
      bookedOn: date ?? row.expense_date,
      source: { type: 'expense', id, lineId: line.id },
    });
  },
});

async function costAccount(context: Context, line: StoredLine): Promise<string> {
  const accountId = line.account_id ?? '';
  const account = (await loadAccounts(context, [accountId])).get(accountId);
  const isCost = account?.class === 'expense' && costOf(line) > 0n;
  if (!isCost) throw fault('/line_id', 'no_cost', 'Choose a line that is a cost, not goods in stock or an asset.');
  return accountId;
}
