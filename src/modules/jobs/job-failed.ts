import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { Id } from '../../wire/index.ts';

/** Told by whoever works at jobs, with the last attempt. */
export const jobFailed = event('job.failed', z.object({ id: Id('job'), kind: z.string(), attempts: z.int() }), {
  title: 'A background job failed',
  called: 'kind',
});
