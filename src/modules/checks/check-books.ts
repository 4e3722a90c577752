import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { Outcome, outcomeOf } from './kept-checks.ts';
import { runChecks } from './run-checks.ts';

export const checkBooks = operation({
  name: 'check_books',
  summary: 'Check the integrity of the books: balance, control accounts, records and number gaps.',
  guidance: 'It reads all data, which takes a minute for large books. For last night’s result, use get_last_checks.',
  http: 'GET /organization/checks',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 60,
  input: z.strictObject({}),
  output: Outcome,
  run: async (context) => outcomeOf(context, await runChecks(context, { writes: false })),
});
