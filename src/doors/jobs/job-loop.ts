import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Db } from '../../db/database.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Log } from '../../log.ts';
import { jobFailed } from '../../modules/jobs/index.ts';
import { noticesJob } from '../../modules/notifications/index.ts';
import { payloadOf } from '../../operation/jobs.ts';
import { newId } from '../../operation/new-id.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { writeEvents } from '../../operation/outbox.ts';

const pollMs = 1_000;
const leaseSeconds = 60;
const heartbeatMs = 20_000;
/** Attempts before a job counts as failed. */
export const attemptsMax = 5;
const backoffSeconds = [5, 60, 600, 3_600];

/** Attempts to report the failure of a job. */
const tellingsMax = 5;

const errorMax = 2_000;
const neverEnded = 'The worker stopped during every attempt.';

export type Job = {
  readonly id: string;
  readonly organizationId: string | null;
  readonly kind: string;
  readonly payload: object;
  readonly attempts: number;
  /** Why it failed the last time. */
  readonly error: string | null;
};

/** A job with its payload as it was queued. */
export type OpenedJob = Omit<Job, 'payload'> & { readonly payload: unknown };

/**
 * Ends work that tells its progress while the node stops, or after it was called off or taken over. What is left of it
 * is for whoever takes the job next.
 */
export class Interrupted extends Error {}

/** Ends a turn of long work, so that others of its kind have theirs: it goes on behind them. */
export class TurnOver extends Error {}

/**
 * Does one kind of work, with the payload as it was queued. What it changes goes through operations, so that a second
 * run after a crash does no harm.
 */
export type JobHandler = (job: OpenedJob, progress: (percent: number) => Promise<void>) => Promise<unknown>;

/** Tells whoever asked for the work that nobody does it any more. It may be told so more than once. */
export type GaveUp = (job: OpenedJob) => Promise<void>;

export type Worker = {
  /** Looks at once for work of these kinds, or of all; else it is found within a second. */
  nudge(kinds?: ReadonlySet<string>): void;
  stop(): Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** By kind: what is done where a job is given up since its node died each time, so that no handler could say so. */
  readonly gaveUp?: Readonly<Record<string, GaveUp>>;
  readonly now: () => string;
  /** True while too little space is left to write: what is due waits, and loses no attempt. */
  readonly isFull?: () => boolean;
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
  const state = { stopping: false, lane: firstLane };
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

/** `lane`: whose job was taken last. */
type State = { readonly stopping: boolean; lane: string };

/** Claims and works one due job; false when there is none. The attempt is counted before the work begins. */
async function workOnce(kind: string, deps: Deps, state: State): Promise<boolean> {
  const { db, handlers, now, secrets, log } = deps;
  if (deps.isFull?.() === true) return false;
  const job = await claim(db, kind, state.lane, now());
  if (job === undefined) return false;
  state.lane = job.lane;
  if (job.attempts > attemptsMax) {
    await giveUp(deps, job);
    return true;
  }
  const heart = setInterval(() => void beat(db, job, now()).catch(() => undefined), heartbeatMs);
  try {
    const handler = handlers[job.kind];
    if (handler === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`);
    const opened = { ...job, payload: payloadOf(secrets, job) };
    const result = await handler(opened, async (percent) => {
      if (!(await report(db, job, percent, now()))) throw new Interrupted('the job was called off or taken over');
      if (state.stopping) throw new Interrupted('the node stops');
    });
    await finish(db, job, { state: 'done', result, error: null }, now());
  } catch (error) {
    if (error instanceof Interrupted || error instanceof TurnOver) {
      await release(db, job, now());
      return error instanceof TurnOver;
    }
    log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'job failed');
    await fail(db, job, error, now());
  } finally {
    clearInterval(heart);
  }
  return true;
}

/**
 * Gives up a job whose node died at each attempt, which left no failure to report. Who asked is told before the job is
 * over.
 */
async function giveUp({ db, gaveUp = {}, now, secrets, log }: Deps, job: Job): Promise<void> {
  log.error({ job: job.id, kind: job.kind }, 'background job failed for good: it never ended');
  try {
    await gaveUp[job.kind]?.({ ...job, payload: payloadOf(secrets, job) });
  } catch (error) {
    log.error({ err: error, job: job.id, kind: job.kind }, 'the requester of a failed job could not be notified');
    // It keeps its lease: when that ends, they are told again.
    if (job.attempts < attemptsMax + tellingsMax) return;
  }
  await finish(db, job, { state: 'failed', result: null, error: job.error ?? neverEnded }, now());
}

/** Of the service itself, and before that of every organisation. */
const firstLane = '00000000-0000-0000-0000-000000000000';

/**
 * Takes the first due job of the organisation whose turn it is: the next one behind whoever had theirs last, and round
 * again. One descent of an index where others have none, however many jobs the last one still has.
 */
async function claim(db: Database, kind: string, after: string, now: string): Promise<(Job & Turn) | undefined> {
  const isDue = sql`kind = ${kind} and state in ('queued', 'running') and run_at <= ${now}
    and (state = 'queued' or locked_until < ${now})`;
  return db.transaction({}, (connection) =>
    connection.maybe<Job & Turn>(sql`
      update jobs set state = 'running', attempts = attempts + 1, updated_at = ${now},
        locked_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      where id = coalesce(
        (select id from jobs where ${isDue} and lane > ${after} order by lane, run_at limit 1 for update skip locked),
        (select id from jobs where ${isDue} and lane <= ${after} order by lane, run_at limit 1 for update skip locked))
      returning id, organization_id as "organizationId", kind, payload, attempts, error, lane`),
  );
}

type Turn = { readonly lane: string };

/** A worker that takes over counts an attempt of its own; the previous worker can no longer report. */
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

/** Records the progress; returns false once the job has another worker. */
async function report(db: Database, job: Job, percent: number, now: string): Promise<boolean> {
  const held = await db.transaction({}, (connection) =>
    connection.run(sql`
      update jobs set progress = ${Math.floor(percent)}, updated_at = ${now} where ${isHeld(job)}`),
  );
  return held > 0;
}

type Ending = { readonly state: 'done' | 'failed'; readonly result: unknown; readonly error: string | null };

async function finish(db: Database, job: Job, { state, result, error }: Ending, now: string): Promise<void> {
  const organization = state === 'failed' && job.kind !== noticesJob ? job.organizationId : null;
  await db.transaction(organization === null ? {} : { organization }, async (connection) => {
    const ended = await connection.run(sql`
      update jobs set state = ${state}, progress = case when ${state} = 'done' then 100 else progress end,
        result = ${JSON.stringify(result ?? null)}, error = ${error}, locked_until = null, updated_at = ${now},
        payload = case -- what failed may be tried again, and the link in a mail is kept no longer than it waits
          when ${state} = 'done' or payload ? 'sealed' then '{}' else payload end
      where ${isHeld(job)}`);
    if (organization !== null && ended > 0) tellOf(job, { db: connection, organization, now });
  });
}

type JobContext = { readonly db: Db; readonly organization: string; readonly now: string };

/** In the transaction that ends it, so that it is told once. What tells people of it is told to nobody. */
function tellOf({ id, kind, attempts }: Job, { db, organization, now }: JobContext): void {
  const actor = { kind: 'system', userId: '', name: 'Daybook', organization: { id: organization } } as const;
  const telling = { now, newId: () => newId(Date.parse(now)), actor };
  writeEvents(db, telling, { origin: { door: 'job', requestId: id } }, [jobFailed({ id, kind, attempts })]);
}

/** Back into the queue as it was taken out of it: a turn, or one that was cut off, counts as no attempt. */
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

/** Text for a column: a server's answer may hold anything. */
function textOf(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure);
  return text.toWellFormed().replaceAll('\0', '').slice(0, errorMax);
}
