import { z } from 'zod';
import { daysAfter } from '../../../core/instant.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { enqueue } from '../../../operation/jobs.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Id } from '../../../wire/index.ts';
import { colleaguesOf } from '../../team/index.ts';
import { enqueueNext } from '../schedules/enqueue-run.ts';
import { dayOfOccurrence } from '../schedules/rhythm.ts';
import { lockSchedule, pauseReasons, rhythmOf, scheduleRecord, type ScheduleRow } from '../schedules/schedule.ts';
import { scheduleStopped } from '../schedules/schedule-events.ts';
import { newToken } from '../links/report-link.ts';
import { reportMailJob } from '../links/mail-to-send.ts';
import { ReportRun, readRun, runEmpty, runFailed, runSent } from './report-run.ts';
import { reportSweepJob } from './run-store.ts';

/** Runs that fail in a row before the schedule is paused. */
const failuresMax = 3;
const problemMax = 1_000;

const Ending = z.strictObject({
  id: Id('scheduled_report'),
  run_id: Id('report_run').nullable().describe('Of a run that somebody asked for; null of one that was due.'),
  due_date: Day,
  /** How many occurrences there were before; where that has changed, somebody else has made it. */
  occurrence: z.int(),
  skipped: z.int(),
  skipped_from: Day.nullable(),
  from: Day.nullable(),
  to: Day.nullable(),
  status: z.enum(['sent', 'empty', 'failed']),
  problem: z.string().max(problemMax).nullable(),
  pause: z.enum(pauseReasons).nullable(),
  file: z.object({ filename: z.string(), content_type: z.string(), content: z.base64() }).nullable(),
});
type Ending = z.output<typeof Ending>;

/**
 * Ends a run: keeps its file, makes a link for each recipient, queues the mails and moves the schedule on, all of it or
 * nothing. Not in the catalogue, since only the work that makes reports calls it.
 */
export const finishReportRun = operation({
  name: 'finish_report_run',
  summary: 'Finish a run of a scheduled report.',
  http: 'POST /scheduled-reports/{id}/finish-run',
  effect: 'write',
  permission: 'data:export',
  mcp: 'hidden',
  unaudited: ['file'],
  input: Ending,
  output: z.object({ run: ReportRun.nullable() }),
  refuses: [notFound],
  emits: [runSent, runEmpty, runFailed, scheduleStopped],
  async run(context, ending) {
    const schedule = await lockSchedule(context, ending);
    if (!(await isOpen(context, schedule, ending))) return { run: null };
    const id = await keepRun(context, schedule, ending);
    const isReached = ending.status !== 'sent' || (await sendLinks(context, { schedule, id, ending }));
    const paused = ending.pause ?? (isReached ? null : 'no_recipients');
    await moveOn(context, schedule, { ...ending, pause: paused });
    const run = await readRun(context, id);
    const { name, created_by } = schedule;
    const told = { sent: runSent, empty: runEmpty, failed: runFailed }[ending.status];
    context.emit(told({ ...run, name, created_by }));
    return { run };
  },
});

/** False where it was made or called off meanwhile. */
async function isOpen(context: Context, schedule: ScheduleRow, { run_id: id, occurrence }: Ending): Promise<boolean> {
  if (id === null) return schedule.status === 'active' && schedule.occurrence === occurrence;
  const { db, organization } = context;
  const waiting = await db.maybe(sql`
    select from report_runs where organization_id = ${organization} and id = ${id} and status = 'queued' for update`);
  return waiting !== undefined;
}

async function keepRun(context: Context, { id: scheduleId, link_days }: ScheduleRow, ending: Ending): Promise<string> {
  const { db, organization, now } = context;
  const { run_id: asked, file, status, problem } = ending;
  const id = asked ?? context.newId();
  const bytes = file === null ? null : Buffer.from(file.content, 'base64');
  const isKept = status === 'sent' && bytes !== null;
  const expires = isKept ? daysAfter(now, link_days) : null;
  await db.run(sql`
    insert into report_runs (organization_id, id, schedule_id, due_date, status, first_day, last_day, skipped,
      skipped_from, problem, filename, content_type, size, created_at, expires_at)
    values (${organization}, ${id}, ${scheduleId}, ${ending.due_date}, ${status}, ${ending.from}, ${ending.to},
      ${ending.skipped}, ${ending.skipped_from}, ${problem}, ${file?.filename ?? null}, ${file?.content_type ?? null},
      ${bytes?.length ?? null}, ${now}, ${expires})
    on conflict (organization_id, id) do update set status = excluded.status, first_day = excluded.first_day,
      last_day = excluded.last_day, problem = excluded.problem, filename = excluded.filename,
      content_type = excluded.content_type, size = excluded.size, expires_at = excluded.expires_at`);
  if (!isKept || expires === null) return id;
  db.later(sql`
    insert into report_files (organization_id, run_id, content) values (${organization}, ${id}, ${bytes})`);
  enqueue(context, { kind: reportSweepJob, payload: { run_id: id }, runAt: expires });
  return id;
}

type Sending = { readonly schedule: ScheduleRow; readonly id: string; readonly ending: Ending };

/** Makes a link for each who still gets it, and queues their mails. False where nobody does. */
async function sendLinks(context: Context, { schedule, id: runId }: Sending): Promise<boolean> {
  const { db, organization, now } = context;
  const addresses = new Map((await colleaguesOf(context)).map((one) => [one.memberId, one.email]));
  const expires = daysAfter(now, schedule.link_days);
  let sent = 0;
  for (const { id: recipientId, member_id: member, email: outside, status } of schedule.recipients) {
    // Members who have left get nothing, wherever they read their mail.
    const email = outside ?? addresses.get(member ?? '');
    if (status !== 'active' || email === undefined) continue;
    const id = context.newId();
    const { token, hash } = newToken();
    db.later(sql`
      insert into report_links (organization_id, id, run_id, recipient_id, email, token_hash, expires_at)
      values (${organization}, ${id}, ${runId}, ${recipientId}, ${email}, ${hash}, ${expires})`);
    enqueue(context, { kind: reportMailJob, payload: { link_id: id, token }, secret: true });
    sent += 1;
  }
  return sent > 0;
}

/** Moves the schedule to its next date, or pauses what may not or cannot be done. */
async function moveOn(context: Context, schedule: ScheduleRow, ending: Ending): Promise<void> {
  const { db, organization, now } = context;
  const failures = ending.status === 'failed' ? schedule.consecutive_failures + 1 : 0;
  const reason = ending.pause ?? (failures >= failuresMax ? 'keeps_failing' : null);
  const occurrence = schedule.occurrence + (ending.run_id === null ? ending.skipped + 1 : 0);
  const next = dayOfOccurrence(rhythmOf(schedule), occurrence);
  const isPaused = reason !== null || schedule.status === 'paused';
  const row: ScheduleRow = {
    ...schedule,
    status: isPaused ? 'paused' : 'active',
    paused_reason: reason ?? schedule.paused_reason,
    occurrence,
    next_date: next,
    version: schedule.version + 1,
  };
  db.later(sql`
    update scheduled_reports set status = ${row.status}, paused_reason = ${row.paused_reason},
      occurrence = ${occurrence}, next_date = ${next}, last_run_at = ${now}, consecutive_failures = ${failures},
      last_error = ${ending.problem}, version = ${row.version}, updated_at = ${now}
    where organization_id = ${organization} and id = ${schedule.id}`);
  if (reason !== null && schedule.status === 'active') context.emit(scheduleStopped(scheduleRecord(row)));
  else if (ending.run_id === null) enqueueNext(context, row);
}
