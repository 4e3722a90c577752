import { dayIn } from '../../core/calendar.ts';
import type { Period } from '../../core/period.ts';
import { organizationOf, settingsOf } from '../../modules/organization/index.ts';
import {
  dueAt,
  dueNow,
  finishReportRun,
  inputFor,
  isWaiting,
  type PauseReason,
  periodDue,
  queueRun,
  removeFile,
  reportOf,
  rhythmOf,
  type RunOrder,
  type ScheduleRow,
  scheduleToRun,
  toOthers,
} from '../../modules/scheduling/index.ts';
import { type Actor, type ActorOrganization, serviceActor } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { type FileOutput, Id } from '../../wire/index.ts';
import { attemptsMax, type GaveUp, type JobHandler } from './job-loop.ts';
import { memberBehind, problemOf } from './recurring-job.ts';
import { hasFigures } from './report-figures.ts';

/** Of a file behind a link; a report that is larger says what to narrow. */
const fileBytesMax = 20_000_000;

type Deps = { readonly runtime: () => Runtime };

/**
 * Makes a scheduled report with the rights that whoever set it up has now, and hands it to the operation that keeps it
 * and queues the mails. That operation decides under the lock of the schedule, so that whatever crashes, and however
 * many nodes work, each report is sent once.
 */
export function reportRunner({ runtime: runtimeOf }: Deps): JobHandler {
  return async ({ id: requestId, organizationId: organization, payload, attempts }) => {
    if (organization === null) throw new Error('a schedule belongs to an organisation');
    const work = await workOf(runtimeOf(), { organization, order: payload as RunOrder, requestId });
    if (work === undefined) return;
    const due = dueOf(work);
    if (due === undefined) return;
    try {
      await finish(work, due, await makeReport(work, due));
    } catch (error) {
      const isRefusal = error instanceof BusinessError && error.kind.status < 500;
      if (!isRefusal && attempts < attemptsMax) throw error;
      await finish(work, due, failed(isRefusal ? problemOf(error) : notMade));
    }
  };
}

const notMade = 'It failed after several attempts.';

/** Says of a report that it failed, where the node died at each attempt and so could say nothing. */
export function reportGivenUp({ runtime: runtimeOf }: Deps): GaveUp {
  return async ({ id: requestId, organizationId: organization, payload }) => {
    if (organization === null) throw new Error('a schedule belongs to an organisation');
    const work = await workOf(runtimeOf(), { organization, order: payload as RunOrder, requestId });
    const due = work && dueOf(work);
    if (work !== undefined && due !== undefined) await finish(work, due, failed(notMade));
  };
}

/** Removes the file of a run when its links have ended. */
export function reportSweeper({ runtime }: Deps): JobHandler {
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('a report belongs to an organisation');
    const { run_id: id } = payload as { run_id: string };
    await runtime().db.transaction({ organization }, (tx) => removeFile(tx, { organization, id }));
  };
}

type Ordered = { readonly organization: string; readonly order: RunOrder; readonly requestId: string };
type Work = Ordered & {
  readonly runtime: Runtime;
  readonly schedule: ScheduleRow;
  readonly home: ActorOrganization;
  readonly now: string;
};

/** The schedule as it is now; undefined where this run is not wanted any more, or not yet. */
async function workOf(runtime: Runtime, ordered: Ordered): Promise<Work | undefined> {
  const { organization, order } = ordered;
  const now = runtime.now();
  return runtime.db.transaction({ organization }, async (db) => {
    const [home, schedule] = await Promise.all([
      organizationOf(db, organization),
      scheduleToRun(db, { organization, id: order.schedule_id }),
    ]);
    if (schedule === undefined) return undefined;
    const work = { ...ordered, runtime, schedule, home, now };
    if ('run_id' in order) return (await isWaiting(db, { organization, id: order.run_id })) ? work : undefined;
    // It was paused or moved, or somebody else has made it.
    if (schedule.status !== 'active' || schedule.next_date !== order.date) return undefined;
    const opens = dueAt(order.date, schedule.hour, home.timezone);
    if (opens <= now) return work;
    // The organisation has moved to where that hour has not come yet.
    queueRun({ db, organization, now, newId: runtime.newId, secrets: runtime.secrets }, order, opens);
    return undefined;
  });
}

type Due = {
  readonly run_id: string | null;
  readonly due_date: string;
  readonly skipped: number;
  readonly skipped_from: string | null;
};

/** The day that the report is made for: of those that were missed, the last. */
function dueOf({ order, schedule, home, now }: Work): Due | undefined {
  if ('run_id' in order) {
    return {
      run_id: Id('report_run').encode(order.run_id),
      due_date: dayIn(now, home.timezone),
      skipped: 0,
      skipped_from: null,
    };
  }
  const { make, skipped } = dueNow(rhythmOf(schedule), { now, timeZone: home.timezone });
  const [occurrence] = make;
  if (occurrence === undefined) return undefined;
  return { run_id: null, due_date: occurrence.day, skipped, skipped_from: skipped > 0 ? schedule.next_date : null };
}

type Outcome = {
  readonly status: 'sent' | 'empty' | 'failed';
  readonly problem: string | null;
  readonly pause: PauseReason | null;
  readonly days: Period | null;
  readonly file: FileOutput | null;
};

function failed(problem: string, pause: PauseReason | null = null): Outcome {
  return { status: 'failed', problem, pause, days: null, file: null };
}

async function makeReport(work: Work, { due_date: day }: Due): Promise<Outcome> {
  const { runtime, organization, schedule, home, requestId } = work;
  const actor = await memberBehind({ runtime, organization }, schedule);
  if (actor === undefined) return failed('The person who set it up is no longer a member.', 'member_left');
  const lost = lostPermission(schedule, actor);
  if (lost !== undefined) {
    return failed(`The person who set it up no longer has the permission ${lost}.`, 'permission_lost');
  }
  const { fiscalYearStart } = await runtime.db.transaction({ organization, readOnly: true }, (db) =>
    settingsOf({ db, organization }),
  );
  const days = periodDue(schedule, day, fiscalYearStart);
  const operation = reportOf(schedule.report);
  const language = schedule.language ?? home.locale;
  const fileOf = async (format: string): Promise<FileOutput> => {
    const input = { ...inputFor(schedule, days), format, language };
    const { output } = await run(runtime, operation, { actor, origin: { door: 'job', requestId }, input });
    // Every report is a file in these formats.
    return output as FileOutput;
  };
  if (schedule.when_empty === 'skip' && !hasFigures(await fileOf('csv'))) {
    return { status: 'empty', problem: null, pause: null, days, file: null };
  }
  const file = inBase64(await fileOf(schedule.format));
  if (Buffer.byteLength(file.content, 'base64') > fileBytesMax) {
    return { ...failed('The file is larger than 20 MB: choose a shorter period.'), days };
  }
  return { status: 'sent', problem: null, pause: null, days, file };
}

/** What its maker may no longer do: read the report, or send it to anybody but themselves. */
function lostPermission({ report, recipients }: ScheduleRow, { permissions, memberId }: Actor): string | undefined {
  const needed = reportOf(report).permission;
  if (!permissions.has(needed)) return needed;
  const isToOthers = recipients.some(({ status, member_id: id }) => status === 'active' && id !== memberId);
  return isToOthers && !permissions.has(toOthers) ? toOthers : undefined;
}

function inBase64(file: FileOutput): FileOutput {
  if (file.encoding === 'base64') return file;
  return { ...file, content: Buffer.from(file.content).toString('base64'), encoding: 'base64' };
}

async function finish({ runtime, schedule, home, requestId }: Work, due: Due, outcome: Outcome): Promise<void> {
  const { days, file, ...ending } = outcome;
  const { from, to } = days ?? { from: null, to: null };
  const input = {
    id: Id('scheduled_report').encode(schedule.id),
    ...due,
    ...ending,
    problem: ending.problem?.slice(0, problemMax) ?? null,
    occurrence: schedule.occurrence,
    from,
    to,
    file: file && { filename: file.filename, content_type: file.content_type, content: file.content },
  };
  const actor = serviceActor(home, finishReportRun.permission);
  await run(runtime, finishReportRun, { actor, input, origin: { door: 'job', requestId } });
}

const problemMax = 1_000;
