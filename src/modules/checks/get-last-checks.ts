import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { lastOutcome, Outcome } from './kept-checks.ts';

export const getLastChecks = operation({
  name: 'get_last_checks',
  summary: 'Get the results of the last recorded integrity checks, which run every night.',
  guidance: '`outcome` is null until the first run. To check now, use check_books.',
  http: 'GET /organization/checks/last',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: z.object({ outcome: Outcome.nullable() }),
  run: async (context) => ({ outcome: (await lastOutcome(context)) ?? null }),
});
