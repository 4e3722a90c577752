import type { Keeping, NamedTask } from './keeping.ts';
import type { TaskFacts } from './task.ts';

type Times = {
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** When the work or the waiting began. */
  readonly beganAt: string;
  /** When the record or its file is gone. */
  readonly expiresAt?: string | null | undefined;
  readonly statusMessage: string;
  readonly poll: Poll;
};

type Poll = { readonly minMs: number; readonly maxMs: number };

/** Work that is queued is taken up within a second; a person may take days. */
export const workPoll: Poll = { minMs: 1_000, maxMs: 15_000 };
export const waitPoll: Poll = { minMs: 1_000, maxMs: 60_000 };
/** Who asks after each fifth of the time that has passed learns of the end late by no more than that. */
const pollShare = 5;

export function factsOf({ mcpContext }: Keeping, { taskId }: NamedTask, times: Times): TaskFacts {
  const { createdAt, lastUpdatedAt, beganAt, expiresAt, statusMessage, poll } = times;
  const ttlMs = expiresAt === undefined || expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(createdAt);
  const waitedMs = Date.parse(mcpContext.runtime.now()) - Date.parse(beganAt);
  const pollIntervalMs = Math.round(Math.min(Math.max(waitedMs / pollShare, poll.minMs), poll.maxMs));
  return { taskId, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
}
