import type { Operation } from '../../operation/operation.ts';
import { cancelJob } from './cancel-job.ts';
import { getJob } from './get-job.ts';
import { listJobs } from './list-jobs.ts';
import { retryJob } from './retry-job.ts';

export { jobFailed } from './job-failed.ts';

export const operations: readonly Operation[] = [listJobs, getJob, retryJob, cancelJob];
