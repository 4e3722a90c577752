import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { Id, Instant } from '../../wire/index.ts';

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

export const Job = z.object({
  id: Id('job'),
  kind: z.string(),
  state: z.enum(jobStates).describe('`failed`: given up, after five attempts. `cancelled`: called off by somebody.'),
  progress: z.int().describe('Percent.'),
  result: z.string().nullable().describe('The id of what came of it, where it has one.'),
  error: z.string().nullable().describe('Why it failed the last time.'),
  attempts: z.int(),
  run_at: Instant.describe('When it is due, or was.'),
  created_at: Instant,
  updated_at: Instant,
});
export type JobRow = z.output<typeof Job>;

export const jobColumns: Sql = sql`id, kind, state, progress, result ->> 'id' as result, error, attempts, run_at,
  created_at, updated_at`;
