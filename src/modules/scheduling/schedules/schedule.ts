import { z } from 'zod';
import { namedPeriods } from '../../../core/named-period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant, Version } from '../../../wire/index.ts';
import { reportNames } from '../../reports/index.ts';
import { frequencies, type Rhythm, weekdays } from './rhythm.ts';

export const fileFormats = ['pdf', 'xlsx', 'csv'] as const;
export const emptyChoices = ['send', 'skip'] as const;
export const pauseReasons = ['member_left', 'permission_lost', 'keeps_failing', 'no_recipients', 'restored'] as const;
export type PauseReason = (typeof pauseReasons)[number];

const Recipient = z.object({
  id: Id('report_recipient'),
  member_id: Id('member').nullable(),
  email: z.string().nullable().describe('Of an outside address; members are written to at their own.'),
  status: z.enum(['active', 'unsubscribed', 'unreachable']),
});

const valueMax = 200;
/** Input of a report beside its days: ids, choices and switches. */
export const Parameters = z.record(
  z.string().max(100),
  z.union([z.string().max(valueMax), z.int().min(-1_000_000).max(1_000_000), z.boolean()]),
);

/** A report that is made again and again, and mailed as a link to its file. */
export const ScheduledReport = z.object({
  id: Id('scheduled_report'),
  name: z.string(),
  status: z.enum(['active', 'paused']),
  paused_reason: z.enum(pauseReasons).nullable().describe('Why the service paused it; null if a person did.'),
  report: z.enum(reportNames),
  parameters: Parameters,
  period: z.enum(namedPeriods).describe('Counted from the due day; reports as of a day are of its last day.'),
  format: z.enum(fileFormats),
  language: z.string().nullable(),
  frequency: z.enum(frequencies),
  weekday: z.enum(weekdays).nullable(),
  anchor_day: z.int().nullable().describe('Day of the month; in shorter months, the last day.'),
  hour: z.int(),
  next_date: Day,
  recipients: z.array(Recipient),
  attach: z.boolean(),
  link_days: z.int(),
  when_empty: z.enum(emptyChoices),
  last_run_at: Instant.nullable(),
  consecutive_failures: z.int(),
  last_error: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type ScheduleRecord = z.output<typeof ScheduledReport>;
export const wireSchedule = encoderOf(ScheduledReport);

export type ScheduleRow = Omit<ScheduleRecord, 'weekday'> & {
  readonly weekday: number | null;
  readonly start_date: string;
  readonly occurrence: number;
  readonly user_id: string;
  readonly permissions: readonly string[];
};

export const scheduleColumns: Sql = sql`id, name, status, paused_reason, report, parameters, period, format, language,
  frequency, weekday, anchor_day, hour, start_date, occurrence, next_date, attach, link_days, when_empty, last_run_at,
  consecutive_failures, last_error, user_id, permissions, version, created_at, updated_at, created_by, updated_by,
  (select coalesce(jsonb_agg(jsonb_build_object('id', to_whom.id, 'member_id', to_whom.member_id, 'email',
      to_whom.email, 'status', to_whom.status) order by to_whom.id), '[]')
    from report_recipients as to_whom where to_whom.organization_id = scheduled_reports.organization_id
      and to_whom.schedule_id = scheduled_reports.id) as recipients`;

export function scheduleRecord(row: ScheduleRow): ScheduleRecord {
  return { ...row, weekday: row.weekday === null ? null : (weekdays[row.weekday - 1] ?? null) };
}

export function rhythmOf({ frequency, weekday, anchor_day, hour, start_date, occurrence }: ScheduleRow): Rhythm {
  return { frequency, weekday, anchor_day, hour, start_date, occurrence };
}

/** Their own schedules; everybody's for whoever may send data out of the organisation. */
export function visibleTo({ actor, organization }: Context): Sql {
  const own = sql`user_id = ${actor.userId === '' ? null : actor.userId}`;
  return sql`organization_id = ${organization} and (${actor.permissions.has(toOthers)} or ${own})`;
}

/** What it takes to send a report to anybody but oneself. */
export const toOthers = 'data:export';

export const ScheduleAtVersion = z.strictObject({ id: Id('scheduled_report'), version: Version.optional() });
type AtVersion = { readonly id: string; readonly version?: number | undefined };

export async function readSchedule(context: Context, id: string): Promise<ScheduleRow> {
  const row = await context.db.maybe<ScheduleRow>(sql`
    select ${scheduleColumns} from scheduled_reports where ${visibleTo(context)} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockSchedule(context: Context, { id, version }: AtVersion): Promise<ScheduleRow> {
  const row = await context.db.maybe<ScheduleRow>(sql`
    select ${scheduleColumns} from scheduled_reports where ${visibleTo(context)} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
