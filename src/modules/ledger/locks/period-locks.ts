import { z } from 'zod';
import { addDays, type Day as CoreDay } from '../../../core/calendar.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { event } from '../../../operation/events.ts';
import { refusal } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant } from '../../../wire/index.ts';

/** Locks that can be lifted, and from which an exception can be made. */
export const softLocks = ['soft', 'sales', 'purchases', 'tax'] as const;

/** In the order in which people meet them. */
export const lockNames = [...softLocks, 'hard'] as const;
export type LockName = (typeof lockNames)[number];

const Lock = z.object({
  through: Day.describe('Last day closed.'),
  reason: z.string().nullable(),
  changed_at: Instant,
  changed_by: ActorStamp,
});

export const PeriodLocks = z.object({
  organization_id: Id('organization'),
  soft: Lock.nullable().describe('Closes the books to all postings.'),
  sales: Lock.nullable().describe('Closes the books to sales.'),
  purchases: Lock.nullable().describe('Closes the books to expenses, but not to their payments.'),
  tax: Lock.nullable().describe('Closes the books to entries that affect the filed tax return.'),
  hard: Lock.nullable().describe('Closes the books to all postings, permanently: it can only move forward.'),
  open_from: Day.nullable().describe('First day open under all locks; null without locks.'),
  version: z.int(),
  updated_at: Instant,
});
export type PeriodLocks = z.output<typeof PeriodLocks>;

export const wireLocks: (locks: PeriodLocks) => unknown = encoderOf(PeriodLocks);

/** The last day that each lock closes; null where there is none. */
export type LockDays = Record<LockName, CoreDay | null>;

export const periodsLocked = event(
  'period.locked',
  z.object({
    organization_id: Id('organization'),
    soft: Day.nullable(),
    sales: Day.nullable(),
    purchases: Day.nullable(),
    tax: Day.nullable(),
    hard: Day.nullable(),
    reason: z.string().nullable(),
    version: z.int(),
  }),
);

export const hardLockStays = refusal(
  'hard_lock_stays',
  409,
  'A hard lock cannot be lifted or moved back.',
  'Post a correction on an open date instead.',
  ['hard_lock_stays'],
);

type Row = LockDays & { readonly version: number; readonly updated_at: string };
type Move = z.output<typeof Lock> & { readonly lock: LockName };

/** The last day that is closed to everything; null where there is none. */
export async function lockedThrough({ db, organization }: Context): Promise<CoreDay | null> {
  const { through } = await db.one<{ through: CoreDay | null }>(sql`select ${lastLocked(organization)} as through`);
  return through;
}

/** The same within a statement. */
export function lastLocked(organization: string): Sql {
  return sql`(select greatest(soft, hard) from period_locks where organization_id = ${organization})`;
}

/** The last day for which a tax return was filed; null where none was. */
export async function lockedForTax({ db, organization }: Context): Promise<CoreDay | null> {
  const row = await db.maybe<{ through: CoreDay | null }>(sql`
    select tax as through from period_locks where organization_id = ${organization}`);
  return row?.through ?? null;
}

/** The locks as they stand, with who set each and why: one flight. */
export async function readLocks({ db, organization }: Context): Promise<PeriodLocks> {
  const [row, moves] = await Promise.all([
    db.one<Row>(sql`
      select soft, sales, purchases, tax, hard, version, updated_at from period_locks
      where organization_id = ${organization}`),
    db.many<Move>(sql`
      select move.lock, move.through, move.reason, move.changed_at, move.changed_by
      from unnest(${lockNames}::text[]) as name cross join lateral (
        select * from period_lock_changes
        where organization_id = ${organization} and lock = name order by version desc limit 1) as move
      where move.through is not null`),
  ]);
  const standing = new Map(moves.map(({ lock, ...move }) => [lock, move]));
  const last = lockNames
    .flatMap((name) => row[name] ?? [])
    .toSorted()
    .at(-1);
  return {
    organization_id: organization,
    soft: standing.get('soft') ?? null,
    sales: standing.get('sales') ?? null,
    purchases: standing.get('purchases') ?? null,
    tax: standing.get('tax') ?? null,
    hard: standing.get('hard') ?? null,
    open_from: last === undefined ? null : addDays(last, 1),
    version: row.version,
    updated_at: row.updated_at,
  };
}
