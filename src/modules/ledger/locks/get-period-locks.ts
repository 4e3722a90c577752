import { z } from 'zod';
import { operation } from '../../../operation/operation.ts';
import { PeriodLocks, readLocks } from './period-locks.ts';

export const getPeriodLocks = operation({
  name: 'get_period_locks',
  summary: 'Get the period locks: the closed date of each, and when, by whom and why it was set.',
  http: 'GET /periods',
  effect: 'read',
  permission: 'periods:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: PeriodLocks,
  run: (context) => readLocks(context),
});
