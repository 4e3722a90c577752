import { z } from 'zod';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, sent, Text, Version } from '../../../wire/index.ts';
import {
  hardLockStays,
  type LockDays,
  lockNames,
  PeriodLocks,
  periodsLocked,
  readLocks,
  wireLocks,
} from './period-locks.ts';

const Through = Day.nullable().optional();

export const setPeriodLocks = operation({
  name: 'set_period_locks',
  summary: 'Set, move or lift period locks, which close the books through a date. Null lifts a lock.',
  guidance:
    'A lock left out is unchanged. A hard lock only moves forward and is permanent. Waits for postings in progress.',
  http: 'PATCH /periods',
  effect: 'destructive',
  permission: 'periods:lock',
  mcp: 'action',
  noUndo: 'closed',
  input: z.strictObject({
    soft: Through.describe('Last day closed to all postings; exceptions can be made.'),
    sales: Through.describe('Last day closed to sales.'),
    purchases: Through.describe('Last day closed to expenses, but not to their payments.'),
    tax: Through.describe('Last day for which a tax return was filed.'),
    hard: Through.describe('Last day closed to all postings, permanently.'),
    reason: Text(500).optional(),
    version: Version.optional(),
  }),
  output: PeriodLocks,
  refuses: [hardLockStays, validationFailed, versionConflict],
  emits: [periodsLocked],
  async run(context, { reason, version, ...asked }) {
    // A concurrent posting has either committed by now or will see these locks.
    context.db.later(sql`select hold_postings(${context.organization})`);
    const before = await readLocks(context);
    if (version !== undefined && version !== before.version) {
      throw versionConflict({ current_version: before.version });
    }
    const current = daysOf(before);
    const days = { ...current, ...sent(asked) };
    check(context, current, days);
    await write(context, days, { version: before.version, reason: reason ?? null });
    context.before(wireLocks(before));
    const locks = await readLocks(context);
    context.emit(
      periodsLocked({ organization_id: context.organization, ...days, reason: reason ?? null, version: locks.version }),
    );
    return locks;
  },
});

function daysOf(locks: PeriodLocks): LockDays {
  const { soft, sales, purchases, tax, hard } = locks;
  const day = (lock: typeof soft): CoreDay | null => lock?.through ?? null;
  return { soft: day(soft), sales: day(sales), purchases: day(purchases), tax: day(tax), hard: day(hard) };
}

/** A typing error in a year would close the books for good: no lock goes beyond today. */
function check({ today }: Context, current: LockDays, days: LockDays): void {
  for (const name of lockNames) {
    const through = days[name];
    if (through === null || through === current[name] || through <= today) continue;
    const message = `Write ${today} or an earlier date: a lock cannot be in the future.`;
    throw validationFailed({ errors: [{ pointer: `/${name}`, code: 'in_future', message }], max: today });
  }
  if (current.hard !== null && (days.hard === null || days.hard < current.hard)) {
    throw hardLockStays({
      hard: current.hard,
      errors: [{ pointer: '/hard', code: 'stays', message: 'Leave it unchanged.' }],
    });
  }
}

async function write(
  { db, organization, now, actor }: Context,
  days: LockDays,
  { version, reason }: { readonly version: number; readonly reason: string | null },
): Promise<void> {
  const stamp = JSON.stringify(actorStamp(actor));
  const moved = await db.run(sql`
    update period_locks set soft = ${days.soft}, sales = ${days.sales}, purchases = ${days.purchases},
      tax = ${days.tax}, hard = ${days.hard}, version = version + 1, reason = ${reason}, updated_at = ${now},
      updated_by = ${stamp}
    where organization_id = ${organization} and version = ${version}`);
  if (moved !== 1) throw new Error('locks moved though all postings were held');
}
