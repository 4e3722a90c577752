import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Log } from '../log.ts';
import { payloadOf } from '../operation/jobs.ts';
import type { Secrets } from '../operation/operation.ts';

const pollMs = 1_000;
const leaseSeconds = 60;
const heartbeatMs = 20_000;
/** How often a job is begun before it counts as failed. */
export const attemptsMax = 5;
const backoffSeconds = [5, 60, 600, 3_600];

const errorMax = 2_000;
const neverEnded = 'Whoever worked at it died each time.';

export type Job = {
  readonly id: string;
  readonly organizationId: string | null;
  readonly kind: string;
  readonly payload: object;
  readonly attempts: number;
  /** Why it failed the last time. */
  readonly error: string | null;
};

/** Ends work that tells its progress while the node stops. What is left of it is for whoever takes the job next. */
export class Interrupted extends Error {}

/**
 * Does one kind of work, with the payload as it was queued. What it changes goes through operations, so that a second
 * run after a crash does no harm.
 */
export type JobHandler = (
  job: Omit<Job, 'payload'> & { readonly payload: unknown },
  progress: (percent: number) => Promise<void>,
) => Promise<unknown>;

export type Worker = {
  /** Looks at once for work of these kinds, or of all; else it is found within a second. */
  nudge(kinds?: ReadonlySet<string>): void;
  stop(): Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly now: () => string;
  /** Some payloads are stored sealed. */
  readonly secrets: Secrets;
  readonly log: Log;
};

/**
 * Takes due jobs, each under a lease that another node may take over when this one dies: of each kind one after the
 * other, and no kind waits for another.
 */
export function startWorker(deps: Deps): Worker {
  const workers = new Map(Object.keys(deps.handlers).map((kind) => [kind, startWorkerOf(kind, deps)]));
  return {
    nudge: (kinds = new Set(workers.keys())) => {
      for (const kind of kinds) workers.get(kind)?.nudge();
    },
    stop: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };
}

function startWorkerOf(kind: string, deps: Deps): Worker {
  const state = { stopping: false };
  let wake = () => undefined as void;
  // Work that is queued while this looks for work may be too late to be seen.
  let nudged = false;
  const loop = (async () => {
    while (!state.stopping) {
      nudged = false;
      const worked = await workOnce(kind, deps, state).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'the job queue cannot be read');
        return false;
      });
      if (worked || nudged || state.stopping) continue;
      const waiting = new AbortController();
      wake = () => waiting.abort();
      await sleep(pollMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    }
  })();
  return {
    nudge: () => {
      nudged = true;
      wake();
    },
    stop: async () => {
      state.stopping = true;
      wake();
      await loop;
    },
  };
}

/** Claims and works one due job; false when there is none. The attempt is counted before the work begins. */
async function workOnce(
  kind: string,
  { db, handlers, now, secrets, log }: Deps,
  state: { readonly stopping: boolean },
): Promise<boolean> {
  const job = await claim(db, kind, now());
  if (job === undefined) return false;
  // Its node died each time, so that nobody could say that it failed.
  if (job.attempts > attemptsMax) {
    log.error({ job: job.id, kind: job.kind }, 'job given up: it never ended');
    await finish(db, job, { state: 'failed', result: null, error: job.error ?? neverEnded }, now());
    return true;
  }
  const heart = setInterval(() => void beat(db, job, now()).catch(() => undefined), heartbeatMs);
  try {
    const handler = handlers[job.kind];
    if (handler === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`);
    const opened = { ...job, payload: payloadOf(secrets, job) };
    const result = await handler(opened, async (percent) => {
      await report(db, job, percent, now());
      if (state.stopping) throw new Interrupted('the node stops');
    });
    await finish(db, job, { state: 'done', result, error: null }, now());
  } catch (error) {
    if (error instanceof Interrupted) {
      await release(db, job, now());
      return false;
    }
    log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'job failed');
    await fail(db, job, error, now());
  } finally {
    clearInterval(heart);
  }
  return true;
}

async function claim(db: Database, kind: string, now: string): Promise<Job | undefined> {
  return db.transaction({}, (connection) =>
    connection.maybe<Job>(sql`
      update jobs set state = 'running', attempts = attempts + 1, updated_at = ${now},
        locked_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      where id = (
        select id from jobs
        where kind = ${kind} and run_at <= ${now}
          and (state = 'queued' or (state = 'running' and locked_until < ${now}))
        order by run_at limit 1 for update skip locked)
      returning id, organization_id as "organizationId", kind, payload, attempts, error`),
  );
}

/** Who took the job over counted an attempt of their own; whoever had it before has no more say in it. */
function isHeld({ id, attempts }: Job): Sql {
  return sql`id = ${id} and attempts = ${attempts} and state = 'running'`;
}

async function beat(db: Database, job: Job, now: string): Promise<void> {
  await db.transaction({}, (connection) =>
    connection.run(sql`
      update jobs set locked_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      where ${isHeld(job)}`),
  );
}

async function report(db: Database, job: Job, percent: number, now: string): Promise<void> {
  await db.transaction({}, (connection) =>
    connection.run(sql`
      update jobs set progress = ${Math.floor(percent)}, updated_at = ${now} where ${isHeld(job)}`),
  );
}

type Ending = { readonly state: 'done' | 'failed'; readonly result: unknown; readonly error: string | null };

async function finish(db: Database, job: Job, { state, result, error }: Ending, now: string): Promise<void> {
  await db.transaction({}, (connection) =>
    connection.run(sql`
      update jobs set state = ${state}, progress = case when ${state} = 'done' then 100 else progress end,
        result = ${JSON.stringify(result ?? null)}, error = ${error}, locked_until = null, updated_at = ${now},
        payload = '{}' -- a mail that was sent may hold a secret link
      where ${isHeld(job)}`),
  );
}

/** Back into the queue as it was taken out of it: that it was cut off counts as no attempt. */
async function release(db: Database, job: Job, now: string): Promise<void> {
  await db.transaction({}, (connection) =>
    connection.run(sql`
      update jobs set state = 'queued', attempts = attempts - 1, run_at = ${now}, locked_until = null,
        updated_at = ${now}
      where ${isHeld(job)}`),
  );
}

async function fail(db: Database, job: Job, failure: unknown, now: string): Promise<void> {
  const error = textOf(failure);
  if (job.attempts >= attemptsMax) return finish(db, job, { state: 'failed', result: null, error }, now);
  const wait = backoffSeconds[job.attempts - 1] ?? 0;
  await db.transaction({}, (connection) =>
    connection.run(sql`
      update jobs set state = 'queued', error = ${error}, locked_until = null, updated_at = ${now},
        run_at = ${now}::timestamptz + make_interval(secs => ${wait})
      where ${isHeld(job)}`),
  );
}

/** What a text column takes of it: a server's answer may hold anything. */
function textOf(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure);
  return text.toWellFormed().replaceAll('\0', '').slice(0, errorMax);
}
