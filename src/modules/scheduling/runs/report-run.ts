import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant } from '../../../wire/index.ts';
import { visibleTo } from '../schedules/schedule.ts';

const Link = z.object({
  id: Id('report_link'),
  recipient_id: Id('report_recipient'),
  email: z.string(),
  mail_status: z.enum(['queued', 'sent', 'failed', 'cancelled']),
  mail_response: z.string().nullable().describe('What the mail server said.'),
  status: z.enum(['active', 'expired', 'revoked']),
  times_opened: z.int(),
  last_opened_at: Instant.nullable(),
});

/** One time that a scheduled report was made: its days, what came of it, and who got a link. */
export const ReportRun = z.object({
  id: Id('report_run'),
  schedule_id: Id('scheduled_report'),
  due_date: Day,
  asked_by: ActorStamp.nullable().describe('Who asked for it; null where it was due.'),
  status: z
    .enum(['queued', 'sent', 'empty', 'failed'])
    .describe('`sent`: the mails are on their way, see `links`. `empty`: nothing to report, so nothing was sent.'),
  from: Day.nullable(),
  to: Day.nullable(),
  skipped: z.int().describe('Earlier reports left out because the service did not run.'),
  skipped_from: Day.nullable(),
  problem: z.string().nullable(),
  filename: z.string().nullable(),
  size: z.int().nullable(),
  created_at: Instant,
  expires_at: Instant.nullable().describe('When its links end and its file is deleted.'),
  links: z.array(Link),
});
export type RunRow = z.output<typeof ReportRun>;

const Facts = ReportRun.pick({
  id: true,
  schedule_id: true,
  due_date: true,
  status: true,
  from: true,
  to: true,
  skipped: true,
  problem: true,
}).extend({ name: z.string(), created_by: ActorStamp });

export const runSent = event('report_run.sent', Facts);
export const runEmpty = event('report_run.empty', Facts);
export const runFailed = event('report_run.failed', Facts, {
  title: 'A scheduled report could not be made',
  about: 'schedule_id',
  called: 'name',
  to: 'named',
  names: 'created_by',
});
export const runRevoked = event('report_run.revoked', ReportRun.pick({ id: true, schedule_id: true, due_date: true }));

export function runColumns(now: string): Sql {
  return sql`id, schedule_id, due_date, asked_by, status, first_day as "from", last_day as "to", skipped, skipped_from,
    problem, filename, size, created_at, expires_at,
    (select coalesce(jsonb_agg(jsonb_build_object('id', link.id, 'recipient_id', link.recipient_id, 'email', link.email,
        'mail_status', link.mail_status, 'mail_response', link.mail_response, 'times_opened', link.times_opened,
        'last_opened_at', to_char(link.last_opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'status', case when link.revoked_at is not null then 'revoked' when link.expires_at <= ${now} then 'expired'
          else 'active' end) order by link.id), '[]')
      from report_links as link where link.organization_id = report_runs.organization_id
        and link.run_id = report_runs.id) as links`;
}

/** Runs of the schedules that the caller may see. */
export function visibleRuns(context: Context): Sql {
  return sql`organization_id = ${context.organization}
    and schedule_id in (select id from scheduled_reports where ${visibleTo(context)})`;
}

export async function readRun(context: Context, id: string): Promise<RunRow> {
  const row = await context.db.maybe<RunRow>(sql`
    select ${runColumns(context.now)} from report_runs where ${visibleRuns(context)} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}
