import { z } from 'zod';
import { laterOf } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, insufficientScope, limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { enqueueNext, zoneOf } from './enqueue-run.ts';
import { keepRecipients, wantedRecipients } from './recipients.ts';
import { checkReport } from './report-asked.ts';
import { nextDay } from './rhythm.ts';
import { readSchedule, ScheduledReport, scheduleRecord } from './schedule.ts';
import { scheduleCreated } from './schedule-events.ts';
import { daysGiven, scheduleFields } from './schedule-input.ts';

const schedulesMax = 200;
const hourDefault = 7;
const linkDaysDefault = 14;

export const createScheduledReport = operation({
  name: 'create_scheduled_report',
  summary: 'Create a scheduled report: made every so often and mailed as a link that ends.',
  guidance:
    'It runs with your permissions of the time. The 31st is the last day of shorter months; what was missed is sent ' +
    'once, for the latest period. Every mail says who set it up and has a link to unsubscribe.',
  http: 'POST /scheduled-reports',
  effect: 'write',
  permission: 'reports:read',
  mcp: 'action',
  creates: true,
  reachesOutside: true,
  // Financial figures leave the organisation again and again: a person says to whom, not words that an AI app read.
  givesRights: { emails: true, member_ids: true },
  undo: undoneBy('delete_scheduled_report'),
  cost: 4,
  input: z.strictObject({
    name: scheduleFields.name,
    report: scheduleFields.report,
    parameters: scheduleFields.parameters.default({}),
    period: scheduleFields.period,
    format: scheduleFields.format.default('pdf'),
    language: scheduleFields.language.optional(),
    frequency: scheduleFields.frequency,
    weekday: scheduleFields.weekday.optional(),
    anchor_day: scheduleFields.anchor_day.optional(),
    hour: scheduleFields.hour.default(hourDefault),
    start_date: scheduleFields.start_date.optional(),
    member_ids: scheduleFields.member_ids.optional(),
    emails: scheduleFields.emails.optional(),
    attach: scheduleFields.attach.default(false),
    link_days: scheduleFields.link_days.default(linkDaysDefault),
    when_empty: scheduleFields.when_empty.default('send'),
  }),
  output: ScheduledReport,
  refuses: [validationFailed, notFound, limitExceeded, forbidden, insufficientScope],
  emits: [scheduleCreated],
  async run(context, input) {
    const { db, organization, actor, now, today } = context;
    if (actor.memberId === '') throw fault('', 'no_member', 'A schedule must run as a member of the team.');
    const days = daysGiven(input);
    const [wanted] = await Promise.all([
      wantedRecipients(context, input),
      checkReport(context, input),
      checkCount(context),
    ]);
    const { hour, start_date: start = today } = input;
    const next = nextDay({ ...days, hour }, laterOf(start, today), { now, timeZone: zoneOf(context) });
    const [id, stamp] = [context.newId(), JSON.stringify(actorStamp(actor))];
    db.later(sql`
      insert into scheduled_reports (organization_id, id, name, report, parameters, period, format, language, frequency,
        weekday, anchor_day, hour, start_date, next_date, attach, link_days, when_empty, member_id, user_id,
        permissions, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${input.name}, ${input.report}, ${JSON.stringify(input.parameters)},
        ${input.period}, ${input.format}, ${input.language ?? null}, ${days.frequency}, ${days.weekday},
        ${days.anchor_day}, ${hour}, ${next}, ${next}, ${input.attach}, ${input.link_days}, ${input.when_empty},
        ${actor.memberId}, ${actor.userId}, ${[...actor.permissions]}, ${now}, ${now}, ${stamp}, ${stamp})`);
    keepRecipients(context, id, wanted, []);
    const row = await readSchedule(context, id);
    enqueueNext(context, row);
    const record = scheduleRecord(row);
    context.emit(scheduleCreated(record));
    return record;
  },
});

async function checkCount({ db, organization }: Context): Promise<void> {
  const { kept } = await db.one<{ kept: bigint }>(sql`
    select count(*) as kept from scheduled_reports where organization_id = ${organization}`);
  if (kept < schedulesMax) return;
  throw limitExceeded({ max: schedulesMax, hint: 'Delete schedules you no longer need with delete_scheduled_report.' });
}
