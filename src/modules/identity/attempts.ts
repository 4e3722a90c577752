import { createHash } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { rateLimited } from '../../operation/errors.ts';
import { networkOf } from '../../operation/network.ts';
import type { Context, Origin, Outside } from '../../operation/operation.ts';

/** So many attempts are free, then each doubles the wait, up to a longest. A success forgives; so does a day. */
type Limit = { readonly free: number; readonly waitMaxSeconds: number };

const limits = {
  /** One address at one account: somebody guessing, or somebody who has forgotten. */
  pair: { free: 20, waitMaxSeconds: 900 },
  /** Anyone at one account: the wait stays short, since whoever wants to lock its owner out gets it for free. */
  account: { free: 40, waitMaxSeconds: 300 },
  /** One address at any account: an office, or somebody with a list of stolen passwords. */
  address: { free: 100, waitMaxSeconds: 900 },
} as const satisfies Record<string, Limit>;

type Counter = { readonly key: Buffer; readonly limit: Limit };
type Row = { key: Buffer; count: number; blocked_until: string | null; last_at: string };

const forgivenAfterMs = 86_400_000;
const sweptAtOnce = 20;

/**
 * Counts an attempt at a secret before the secret is looked at, in a transaction of its own: many at once, on however
 * many nodes, are counted one by one, and being refused later does not undo it.
 *
 * @param account whom the attempt aims at; undefined where it aims at nobody yet, such as a registration
 */
export async function countAttempt(outside: Outside, account: string | undefined): Promise<void> {
  const counters = countersOf(account, outside.origin);
  if (counters.length === 0) return;
  const nowMs = Date.parse(outside.now);
  const waitMs = await outside.write(async (db) => {
    const rows = await lockRows(db, counters, outside.now);
    const blockedMs = Math.max(...rows.map((row) => blockedForMs(row, nowMs)));
    if (blockedMs > 0 && outside.settings.throttle) return blockedMs;
    countOne(db, counters, rows, outside.now);
    sweep(db, outside.now);
    return 0;
  });
  if (waitMs > 0) throw rateLimited({ retry_after: Math.ceil(waitMs / 1_000) });
}

/**
 * The secret was right: the account starts afresh, and the address takes its attempt back. Locked in the order of their
 * keys, as counting does, or the two would deadlock.
 */
export function forgiveAttempts(context: Context, account: string): void {
  const counters = countersOf(account, context.origin);
  const address = counters.find(({ limit }) => limit === limits.address)?.key ?? null;
  context.db.later(sql`
    with locked as (
      select key from attempts where key = any(${counters.map(({ key }) => key)}::bytea[]) order by key for update
    ), forgiven as (
      delete from attempts using locked
      where attempts.key = locked.key and locked.key is distinct from ${address}::bytea
    )
    update attempts set count = greatest(count - 1, 0)
    from locked where attempts.key = locked.key and locked.key = ${address}::bytea`);
}

/**
 * Writes where an answer must take as long as one that has something to write: waiting for the disk at commit costs far
 * more than what is written, and would tell whether an account exists.
 */
export function writeAnyway({ db, now }: Context, account: string): void {
  db.later(sql`update attempts set last_at = ${now} where key = ${counter('account', account).key}`);
}

/** Seconds to wait after so many attempts. */
export function waitSeconds(attempts: number, { free, waitMaxSeconds }: Limit): number {
  return attempts < free ? 0 : Math.min(waitMaxSeconds, 2 ** (attempts - free));
}

/** Without an address (in-process callers) the account counts alone. */
function countersOf(account: string | undefined, { ip }: Origin): Counter[] {
  const address = ip === undefined ? undefined : networkOf(ip);
  const counters: Counter[] = [];
  if (account !== undefined && address !== undefined) counters.push(counter('pair', `${account}\n${address}`));
  if (account !== undefined) counters.push(counter('account', account));
  if (address !== undefined) counters.push(counter('address', address));
  return counters;
}

function counter(kind: keyof typeof limits, about: string): Counter {
  return { key: createHash('sha256').update(`${kind}\n${about}`).digest(), limit: limits[kind] };
}

/** Locked in the order of their keys, so that two attempts never wait for each other. */
function lockRows(db: Db, counters: readonly Counter[], now: string): Promise<Row[]> {
  const keys = counters.map(({ key }) => key);
  return db.many<Row>(sql`
    insert into attempts (key, count, last_at)
    select key, 0, ${now}::timestamptz from unnest(${keys}::bytea[]) as key order by key
    on conflict (key) do update set count = attempts.count
    returning key, count, blocked_until, last_at`);
}

function blockedForMs({ blocked_until: until }: Row, nowMs: number): number {
  return until === null ? 0 : Date.parse(until) - nowMs;
}

function countOne(db: Db, counters: readonly Counter[], rows: readonly Row[], now: string): void {
  const nowMs = Date.parse(now);
  const counted = rows.map((row) => {
    const limit = counters.find(({ key }) => key.equals(row.key))?.limit ?? limits.account;
    const total = (nowMs - Date.parse(row.last_at) > forgivenAfterMs ? 0 : row.count) + 1;
    return { key: row.key, total, wait: waitSeconds(total, limit) };
  });
  db.later(sql`
    update attempts set count = counted.total, last_at = ${now}, blocked_until =
      case when counted.wait > 0 then ${now}::timestamptz + counted.wait * interval '1 second' end
    from unnest(${counted.map(({ key }) => key)}::bytea[], ${counted.map(({ total }) => total)}::int[],
      ${counted.map(({ wait }) => wait)}::int[]) as counted (key, total, wait)
    where attempts.key = counted.key`);
}

/** Takes a few forgotten counters away each time, so that no flood of made-up names fills the table. */
function sweep(db: Db, now: string): void {
  db.later(sql`
    delete from attempts where key in (
      select key from attempts where last_at < ${now}::timestamptz - interval '2 days'
      limit ${sweptAtOnce} for update skip locked)`);
}
