import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { baseCurrency } from '../../../operation/record/column.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { refusal } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant, Money } from '../../../wire/index.ts';
import { recordId } from '../../ledger/index.ts';

export const scheduleKinds = ['prepaid_expense', 'deferred_income'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

const scheduleStates = ['active', 'completed', 'ended', 'voided'] as const;
export const spreadMethods = ['month', 'day'] as const;

const Part = z.object({
  due_date: Day,
  amount: Money,
  posted_on: Day.nullable().describe('Later than the due date if that was closed.'),
  journal_entry_id: Id('journal_entry').nullable(),
});

export const Schedule = z.object({
  id: Id('schedule'),
  organization_id: Id('organization'),
  kind: z.enum(scheduleKinds),
  description: z.string(),
  status: z.enum(scheduleStates),
  source: z.object({ type: z.string(), id: z.string(), line_id: z.string() }).nullable(),
  account_id: Id('account').describe('Account of income or expense.'),
  balance_account_id: Id('account').describe('Account of the balance sheet it stands on meanwhile.'),
  dimension_value_ids: z.array(Id('dimension_value')),
  amount: Money,
  moved: Money.describe('Part of the amount that was moved to income or expense.'),
  remaining: Money,
  currency: z.string(),
  start_date: Day,
  end_date: Day,
  method: z.enum(spreadMethods),
  booked_on: Day,
  next_date: Day.nullable().describe('Due date of the next part.'),
  ended_on: Day.nullable(),
  end_reason: z.string().nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
type Schedule = z.output<typeof Schedule>;

export const ScheduleWithParts = Schedule.extend({ parts: z.array(Part) });

type Made = 'organization_id' | 'status' | 'source' | 'amount' | 'moved' | 'remaining' | 'currency' | 'next_date';

/** A row of `schedules`; amounts are minor units. */
export type ScheduleRow = Omit<Schedule, Made> & {
  readonly source_type: 'expense' | 'sale' | null;
  readonly source_id: string | null;
  readonly line_id: string | null;
  readonly amount: bigint;
  readonly voided_at: string | null;
};

/** A row with what follows from its parts. */
export type ScheduleFound = ScheduleRow & { readonly moved: bigint; readonly next_date: string | null };

/** A row of `schedule_parts`. */
export type PartRow = {
  readonly position: number;
  readonly due_date: string;
  readonly amount: bigint;
  readonly posted_on: string | null;
  readonly entry_id: string | null;
};

const Facts = Schedule.pick({
  id: true,
  kind: true,
  description: true,
  status: true,
  amount: true,
  moved: true,
  currency: true,
  start_date: true,
  end_date: true,
  version: true,
});
export const scheduleCreated = event('schedule.created', Facts);
export const schedulePosted = event('schedule.posted', Facts);
export const scheduleEnded = event('schedule.ended', Facts);
export const scheduleVoided = event('schedule.voided', Facts);

export const lineSpread = refusal(
  'line_spread',
  409,
  'That line is spread over months already.',
  'List schedules with `source_id` to find the schedule, and void it to spread the line anew.',
  ['schedules_line_key'],
);

export function scheduleRecord(context: Context, found: ScheduleFound): Schedule {
  const { source_type: type, source_id: id, line_id: lineId, voided_at: voidedAt, ...row } = found;
  const currency = baseCurrency(context);
  const source =
    type === null || id === null || lineId === null
      ? null
      : { type, id: recordId(type, id), line_id: recordId(`${type}_line`, lineId) };
  return {
    ...row,
    organization_id: context.organization,
    status: statusOf(found),
    source,
    amount: money(row.amount, currency),
    moved: money(row.moved, currency),
    remaining: money(voidedAt === null ? row.amount - row.moved : 0n, currency),
    next_date: voidedAt === null ? row.next_date : null,
    currency,
  };
}

function statusOf({ voided_at: voidedAt, ended_on: endedOn, next_date: next }: ScheduleFound): Schedule['status'] {
  if (voidedAt !== null) return 'voided';
  if (endedOn !== null) return 'ended';
  return next === null ? 'completed' : 'active';
}

export const wireSchedule = encoderOf(Schedule);

export function partRecord(context: Context, { entry_id: entryId, ...part }: PartRow): z.output<typeof Part> {
  const { due_date, posted_on } = part;
  return { due_date, posted_on, amount: money(part.amount, baseCurrency(context)), journal_entry_id: entryId };
}
