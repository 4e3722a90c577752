import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { lastOutcome, Outcome } from './kept-checks.ts';

export const getLastChecks = operation({
  name: 'get_last_checks',
  summary: 'Shows what the checks of the books found when they were last kept, which is every night.',
  guidance: 'Without an outcome, none was kept yet. To check now, use check_books.',
  http: 'GET /organization/checks/last',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: z.object({ outcome: Outcome.nullable() }),
  run: async (context) => ({ outcome: (await lastOutcome(context)) ?? null }),
});
