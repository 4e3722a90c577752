import { z } from 'zod';
import { convert } from '../../../core/exchange.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
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
import { accountsByRole } from '../../ledger/index.ts';
import { statusOf } from '../settling/settled.ts';
import { lockSale } from '../store.ts';

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
    const { row, lines } = await lockSale(context, id, version);
    const status = statusOf(row);
    if (status === 'draft' || status === 'voided') {
      throw invalidStateTransition({ status, allowed: status === 'draft' ? ['confirm_sale'] : [] });
    }
    if (row.kind === 'return' || row.is_deposit) {
      throw fault('/id', 'no_income', 'Choose a sale: neither a return nor a deposit can be spread.');
    }
    const line = lineToSpread(lines, lineId);
    if (line.net <= 0n) throw fault('/line_id', 'no_income', 'Choose a line that earns something.');
    const roles = await accountsByRole(context);
    const exchange = exchangeOf(context, row);
    return startSchedule(context, {
      kind: 'deferred_income',
      description: description ?? line.name.slice(0, 255),
      account: line.income_account_id ?? roles.revenueDefault,
      amount: exchange === undefined ? line.net : convert(line.net, exchange),
      spread: { from, to, method },
      bookedOn: date ?? row.sale_date,
      source: { type: 'sale', id, lineId: line.id },
    });
  },
});
