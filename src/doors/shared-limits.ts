import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { Log } from '../log.ts';

const tellEveryMs = 1_000;
const windowMs = 60_000;
const keptMs = 3 * windowMs;

/** Told how much other nodes have counted for a key beside what was known of them. */
type Hears = (points: number) => Promise<unknown>;

export type SharedLimits = {
  /** Counts for a key what this node let through. `hear` is called when others did so too. */
  note(key: string, cost: number, hear: Hears): void;
  stop(): Promise<void>;
};

type Kept = {
  /** Count not yet shared with other nodes. */
  untold: number;
  /** Count shared in this window, and the sum reported by all nodes. */
  told: number;
  heard: number;
  readonly hear: Hears;
};

type Deps = { readonly db: Database; readonly now: () => string; readonly log: Log };

/**
 * Adds up what several nodes count. Each tells the database once a second what it let through and hears what the others
 * did, so that a limit is passed by no more than what a second brings, and no request waits for it.
 */
export function shareLimits({ db, now, log }: Deps): SharedLimits {
  let kept = new Map<string, Kept>();
  let begun = windowOf(now());
  let telling: Promise<void> | undefined;
  const tell = async () => {
    const window = windowOf(now());
    // The unshared rest of the last window counts in the new one: too much rather than too little.
    if (window !== begun)
      kept = new Map([...kept].flatMap(([key, one]) => (one.untold > 0 ? [[key, renewed(one)]] : [])));
    begun = window;
    const news = [...kept].flatMap(([key, one]) => (one.untold > 0 ? [{ key, one, used: one.untold }] : []));
    if (news.length === 0) return;
    const sums = await exchange(db, window, news);
    await Promise.all(news.map(({ one, used }, index) => hearOf(one, used, sums[index] ?? 0)));
  };
  const timer = setInterval(() => {
    // Each node goes on counting for itself while the database is away.
    telling ??= tell()
      .catch((error: unknown) => log.warn({ err: error }, 'limits are not shared'))
      .finally(() => (telling = undefined));
  }, tellEveryMs).unref();
  return {
    note: (key, cost, hear) => {
      const one = kept.get(key) ?? { untold: 0, told: 0, heard: 0, hear };
      one.untold += cost;
      kept.set(key, one);
    },
    stop: async () => {
      clearInterval(timer);
      await telling;
    },
  };
}

function renewed({ untold, hear }: Kept): Kept {
  return { untold, told: 0, heard: 0, hear };
}

/** Counts since then are shared the next time. */
async function hearOf(one: Kept, told: number, sum: number): Promise<void> {
  one.untold -= told;
  one.told += told;
  const others = Math.max(0, sum - one.told);
  const news = others - one.heard;
  one.heard = others;
  if (news > 0) await one.hear(news);
}

function windowOf(instant: string): string {
  return new Date(Math.floor(Date.parse(instant) / windowMs) * windowMs).toISOString();
}

type News = { readonly key: string; readonly used: number };

/** Tells what this node counted, and answers what all of them did, in the same order. */
async function exchange(db: Database, window: string, news: readonly News[]): Promise<number[]> {
  const hashes = news.map(({ key }) => createHash('sha256').update(key).digest());
  const old = new Date(Date.parse(window) - keptMs).toISOString();
  const rows = await db.transaction({}, (tx) => {
    tx.later(sql`delete from rate_windows where begun_at < ${old}`);
    // In one order, so that no two nodes wait for each other.
    return tx.many<{ key: Buffer; used: number }>(sql`
      insert into rate_windows (key, begun_at, used)
      select key, ${window}, used
      from unnest(${hashes}::bytea[], ${news.map(({ used }) => used)}::int[]) as news (key, used) order by key
      on conflict (key, begun_at) do update set used = rate_windows.used + excluded.used
      returning key, used`);
  });
  const used = new Map(rows.map((row) => [row.key.toString('hex'), row.used]));
  return hashes.map((hash) => used.get(hash.toString('hex')) ?? 0);
}
