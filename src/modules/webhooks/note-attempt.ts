import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { DeliveryQueue } from './dispatch.ts';

/** After so many seconds the next attempt is made; the first one at once. */
const waitsSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** A wait is up to so much longer, so that what failed together does not come back together. */
const jitterMax = 0.1;
const retryAfterMaxSeconds = 86_400;
/** A webhook at which nothing has arrived for so long is disabled. */
const failingMaxMs = 5 * 24 * 60 * 60 * 1_000;

export type Attempt = {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly excerpt: string | null;
  readonly error: string | null;
  /** So long the receiver asked for. */
  readonly retryAfterSeconds: number | undefined;
};

type Made = {
  readonly delivery: string;
  /** Of attempts before this one. */
  readonly attempts: number;
  readonly attempt: Attempt;
  /** From 0 to 1. */
  readonly chance: number;
};

/** Time of the next attempt; undefined after the last one. */
function waitSeconds(attempts: number, { attempt, chance }: Pick<Made, 'attempt' | 'chance'>): number | undefined {
  const planned = waitsSeconds[attempts - 1];
  if (planned === undefined) return undefined;
  const asked = Math.min(attempt.retryAfterSeconds ?? 0, retryAfterMaxSeconds);
  return Math.max(planned * (1 + jitterMax * chance), asked);
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Notes what came of an attempt, and when the next one is. Answers why the webhook is to be disabled, if it is. Where
 * another node has made the same attempt meanwhile, what that one noted stays.
 */
export async function noteAttempt(db: Db, queue: DeliveryQueue, made: Made): Promise<string | undefined> {
  const { organization, webhook } = queue;
  const { delivery, attempts, attempt } = made;
  const endedAt = new Date(Date.parse(attempt.startedAt) + attempt.durationMs).toISOString();
  const succeeded = isSuccess(attempt.status);
  const wait = succeeded ? undefined : waitSeconds(attempts + 1, made);
  const status = succeeded ? 'succeeded' : wait === undefined ? 'exhausted' : 'pending';
  const next = wait === undefined ? null : new Date(Date.parse(endedAt) + wait * 1_000).toISOString();
  db.later(sql`
    with noted as (
      update webhook_deliveries set status = ${status}, attempts = attempts + 1, next_attempt_at = ${next},
        response_status = ${attempt.status}, response_ms = ${attempt.durationMs},
        response_excerpt = ${attempt.excerpt}, error = ${attempt.error},
        ended_at = ${status === 'pending' ? null : endedAt}
      where organization_id = ${organization} and id = ${delivery} and status = 'pending' and attempts = ${attempts}
      returning id, attempts)
    insert into webhook_attempts (organization_id, delivery_id, number, started_at, duration_ms, response_status,
      response_excerpt, error)
    select ${organization}, id, attempts, ${attempt.startedAt}, ${attempt.durationMs}, ${attempt.status},
      ${attempt.excerpt}, ${attempt.error} from noted`);
  const changed = await db.maybe<{ since: string | null }>(sql`
    update webhooks set failing_since = ${succeeded ? null : endedAt}
    where organization_id = ${organization} and id = ${webhook} and (failing_since is null) <> ${succeeded}
    returning failing_since as since`);
  if (succeeded) return undefined;
  if (attempt.status === 410) return 'it answered 410 (gone for good).';
  if (changed !== undefined) return undefined;
  return isFailingTooLong(db, queue, endedAt);
}

async function isFailingTooLong(
  db: Db,
  { organization, webhook }: DeliveryQueue,
  now: string,
): Promise<string | undefined> {
  const row = await db.maybe<{ since: string | null }>(sql`
    select failing_since as since from webhooks where organization_id = ${organization} and id = ${webhook}`);
  if (row === undefined || row.since === null || Date.parse(now) - Date.parse(row.since) < failingMaxMs)
    return undefined;
  return `every delivery has failed since ${row.since.slice(0, 10)}.`;
}
