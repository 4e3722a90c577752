import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Day, Id, Text, Version } from '../../../wire/index.ts';
import { lineSpread, ScheduleWithParts, spreadInput, startEvents, startSchedule } from '../../accruals/index.ts';
import { incomeOfLine } from './income-of-line.ts';

export const spreadSale = operation({
  name: 'spread_sale',
  summary: 'Spread the income of a sale line over the months it is for.',
  guidance:
    'For annual subscriptions and services invoiced in advance. Tax is owed at once; the income waits on Deferred ' +
    'income and a schedule moves it month by month. Voiding the sale voids the schedule.',
  http: 'POST /sales/{id}/spread',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: undoneBy('void_schedule'),
  input: z.strictObject({
    id: Id('sale'),
    line_id: Id('sale_line').optional().describe('Default: the only line.'),
    ...spreadInput,
    description: Text(255).optional().describe('Default: the name of the line.'),
    date: Day.optional().describe('Date it leaves the account. Default: the date of the sale.'),
    version: Version.optional(),
  }),
  output: ScheduleWithParts,
  refuses: [invalidStateTransition, lineSpread, notFound, validationFailed, versionConflict],
  emits: startEvents,
  async run(context, { id, line_id: lineId, from, to, method, description, date, version }) {
    const { row, line, account, income } = await incomeOfLine(context, { id, lineId, version });
    return startSchedule(context, {
      kind: 'deferred_income',
      description: description ?? line.name.slice(0, 255),
      account,
      amount: income,
      spread: { from, to, method },
      bookedOn: date ?? row.sale_date,
      source: { type: 'sale', id, lineId: line.id },
      dimensions: line.dimension_value_ids,
    });
  },
});
