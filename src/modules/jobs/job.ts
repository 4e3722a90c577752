import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { Id, Instant } from '../../wire/index.ts';

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

export const Job = z.object({
  id: Id('job'),
  kind: z.string(),
  state: z
    .enum(jobStates)
    .describe('`failed`: no longer retried, after five attempts. `cancelled`: cancelled by a user.'),
  progress: z.int().describe('Progress in percent.'),
  result: z.string().nullable().describe('The id of the record it produced, if any.'),
  error: z.string().nullable().describe('The error of the latest failed attempt.'),
  attempts: z.int(),
  run_at: Instant.describe('When it is or was scheduled to run.'),
  created_at: Instant,
  updated_at: Instant,
});
export type JobRow = z.output<typeof Job>;

export const jobColumns: Sql = sql`id, kind, state, progress, result ->> 'id' as result, error, attempts, run_at,
  created_at, updated_at`;
