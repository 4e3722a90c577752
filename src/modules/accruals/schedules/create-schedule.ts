import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Day, Text } from '../../../wire/index.ts';
import { DimensionValueIds, valuesOfRecord } from '../../dimensions/index.ts';
import { baseAmountFrom } from '../base-amount.ts';
import { resultAccount, resultAccountInput } from '../result-account.ts';
import { scheduleKinds, ScheduleWithParts } from './schedule.ts';
import { spreadInput, startEvents, startSchedule } from './start-schedule.ts';

export const createSchedule = operation({
  name: 'create_schedule',
  summary: 'Create a schedule that spreads an amount on an account over months.',
  guidance:
    'For a cost or an income that a journal entry or a bank line put on an account in full. Of a bill use ' +
    'spread_expense, of a sale spread_sale: they end with it. Each part is posted on the last day of its month.',
  http: 'POST /schedules',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  creates: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('void_schedule'),
  input: z.strictObject({
    kind: z.enum(scheduleKinds).default('prepaid_expense'),
    description: Text(255),
    ...resultAccountInput,
    amount: Amount.describe('In the base currency, without tax.'),
    dimension_value_ids: DimensionValueIds.optional().describe('Values of dimensions that it is on the account for.'),
    ...spreadInput,
    date: Day.optional().describe('Date it leaves the account. Default: today.'),
  }),
  output: ScheduleWithParts,
  refuses: [notFound, validationFailed],
  emits: startEvents,
  async run(context, input) {
    const { kind, description, from, to, method, date = context.today } = input;
    const amount = baseAmountFrom(context, input.amount, '/amount');
    const [account, dimensions = []] = await Promise.all([
      resultAccount(context, input),
      valuesOfRecord(context, input, { day: date }),
    ]);
    const spread = { from, to, method };
    return startSchedule(context, { kind, description, account, amount, spread, bookedOn: date, dimensions });
  },
});
