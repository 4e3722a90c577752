import { z } from 'zod';
import { addDays, type Day as CoreDay } from '../../../core/calendar.ts';
import { monthsIn, type Spread, spreadOver } from '../../../core/spread.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day } from '../../../wire/index.ts';
import { accountsByRole, post } from '../../ledger/index.ts';
import { enqueueSchedules } from '../nightly.ts';
import {
  partRecord,
  type PartRow,
  scheduleCreated,
  type ScheduleKind,
  schedulePosted,
  scheduleRecord,
  type ScheduleRow,
  ScheduleWithParts,
  spreadMethods,
} from './schedule.ts';
import { deferralOf, partPostings } from './schedule-postings.ts';
import { insertSchedule } from './schedule-store.ts';

const monthsMax = 240;
const aheadDaysMax = 1;

export const spreadInput = {
  from: Day.describe('First day it is for.'),
  to: Day.describe('Last day it is for.'),
  method: z.enum(spreadMethods).default('month').describe('`month`: the same each month. `day`: by days.'),
};

type Source = { readonly type: 'expense' | 'sale'; readonly id: string; readonly lineId: string };

type Started = {
  readonly kind: ScheduleKind;
  readonly description: string;
  /** Account of income or expense that the amount is on. */
  readonly account: string;
  /** In minor units of the base currency. */
  readonly amount: bigint;
  readonly spread: Spread;
  readonly bookedOn: CoreDay;
  readonly source?: Source | undefined;
  /** Values of dimensions that the amount is on its account for. */
  readonly dimensions: readonly string[];
};

/** Events that {@link startSchedule} emits. */
export const startEvents = [scheduleCreated, schedulePosted];

/**
 * Starts a schedule: the amount leaves its account, and what is due until today comes back at once. Posts, so it comes
 * last in a transaction.
 */
export async function startSchedule(
  context: Context,
  { kind, description, account, amount, spread, bookedOn, source, dimensions }: Started,
): Promise<z.output<typeof ScheduleWithParts>> {
  checkSpread(context, spread, bookedOn);
  const roles = await accountsByRole(context);
  const stamp = actorStamp(context.actor);
  const row: ScheduleRow = {
    id: context.newId(),
    kind,
    description,
    source_type: source?.type ?? null,
    source_id: source?.id ?? null,
    line_id: source?.lineId ?? null,
    account_id: account,
    balance_account_id: kind === 'prepaid_expense' ? roles.prepaidExpense : roles.deferredIncome,
    dimension_value_ids: [...dimensions],
    amount,
    start_date: spread.from,
    end_date: spread.to,
    method: spread.method,
    booked_on: bookedOn,
    ended_on: null,
    end_reason: null,
    voided_at: null,
    voided_on: null,
    void_reason: null,
    version: 1,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
  const parts = spreadOver(amount, spread).map((share, index): PartRow => ({
    position: index + 1,
    due_date: share.date,
    amount: share.amount,
    posted_on: null,
    entry_id: null,
  }));
  const due = parts.filter(({ due_date: day }) => day <= context.today);
  const done = await partPostings(
    context,
    due.map((part) => ({ schedule: row, part })),
  );
  const kept = parts.map((part) => done.parts.find(({ position }) => position === part.position) ?? part);
  insertSchedule(context, row, kept);
  if (kept.length > due.length) enqueueSchedules(context);
  post(context, [{ id: context.newId(), entry: deferralOf(row) }, ...done.postings]);
  const moved = due.reduce((sum, part) => sum + part.amount, 0n);
  const next = kept.find((part) => part.posted_on === null)?.due_date ?? null;
  const record = scheduleRecord(context, { ...row, moved, next_date: next });
  context.emit(scheduleCreated(record));
  if (due.length > 0) context.emit(schedulePosted(record));
  return { ...record, parts: kept.map((part) => partRecord(context, part)) };
}

function checkSpread(context: Context, spread: Spread, bookedOn: CoreDay): void {
  if (spread.to < spread.from) throw fault('/to', 'before_start', `Write ${spread.from} or a later date.`);
  if (monthsIn(spread) > monthsMax) throw fault('/to', 'too_long', `Write a period of at most ${monthsMax} months.`);
  const latest = addDays(context.today, aheadDaysMax);
  if (bookedOn > latest) throw fault('/date', 'in_future', `Write ${latest} or an earlier date.`);
}
