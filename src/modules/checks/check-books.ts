import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { Outcome, outcomeOf } from './kept-checks.ts';
import { runChecks } from './run-checks.ts';

export const checkBooks = operation({
  name: 'check_books',
  summary: 'Checks that the books are sound: that they balance, agree with the records behind them and have no gap.',
  guidance: 'It reads everything there is; large books take a minute. What the last night found: get_last_checks.',
  http: 'GET /organization/checks',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 60,
  input: z.strictObject({}),
  output: Outcome,
  run: async (context) => outcomeOf(context, await runChecks(context, { writes: false })),
});
