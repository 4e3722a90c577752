import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { PeriodLocks, readLocks } from './period-locks.ts';

export const getPeriodLocks = operation({
  name: 'get_period_locks',
  summary: 'Shows up to which day the books are closed, by which lock, since when, by whom and why.',
  http: 'GET /periods',
  effect: 'read',
  permission: 'periods:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: PeriodLocks,
  run: (context) => readLocks(context),
});
