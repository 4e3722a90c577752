import { z } from 'zod';
import { laterOf } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import {
  forbidden,
  insufficientScope,
  limitExceeded,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault, needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { enqueueNext, zoneOf } from './enqueue-run.ts';
import { keepRecipients, recipientUnsubscribed, wantedRecipients } from './recipients.ts';
import { checkReport } from './report-asked.ts';
import { type Days, nextDay, weekdays } from './rhythm.ts';
import {
  lockSchedule,
  readSchedule,
  ScheduledReport,
  scheduleRecord,
  type ScheduleRow,
  toOthers,
  wireSchedule,
} from './schedule.ts';
import { scheduleUpdated } from './schedule-events.ts';
import { daysGiven, scheduleFields } from './schedule-input.ts';

const input = z.strictObject({
  id: Id('scheduled_report'),
  ...z.object(scheduleFields).partial().shape,
  version: Version.optional(),
});
type Patch = z.output<typeof input>;

export const updateScheduledReport = operation({
  name: 'update_scheduled_report',
  summary: 'Update a scheduled report: content, days, format or recipients.',
  guidance: 'From then on it runs with your permissions. `member_ids` and `emails` each replace the whole list.',
  http: 'PATCH /scheduled-reports/{id}',
  effect: 'write',
  permission: 'reports:read',
  mcp: 'action',
  reachesOutside: true,
  givesRights: true,
  cost: 4,
  undo: undoneByEarlierValues('update_scheduled_report'),
  input,
  output: ScheduledReport,
  refuses: [
    validationFailed,
    notFound,
    limitExceeded,
    forbidden,
    insufficientScope,
    versionConflict,
    recipientUnsubscribed,
  ],
  emits: [scheduleUpdated],
  async run(context, patch) {
    if (context.actor.memberId === '') throw fault('', 'no_member', 'A schedule must run as a member of the team.');
    const before = await lockSchedule(context, patch);
    const next = changed(context, before, patch);
    await checkReport(context, next);
    const { member_ids: members, emails } = patch;
    if (members !== undefined || emails !== undefined) {
      const wanted = await wantedRecipients(context, {
        member_ids: members ?? reached(before).flatMap(({ member_id: id }) => (id === null ? [] : [id])),
        emails: emails ?? reached(before).flatMap(({ email }) => (email === null ? [] : [email])),
      });
      keepRecipients(context, before.id, wanted, before.recipients);
    } else if (reached(before).some(({ member_id: id }) => id !== context.actor.memberId)) {
      // It runs with the rights of whoever changed it last, who has to have those for its recipients as well.
      needPermission(context, toOthers);
    }
    context.before(wireSchedule(scheduleRecord(before)));
    write(context, next);
    const row = await readSchedule(context, before.id);
    if (row.status === 'active' && (row.next_date !== before.next_date || row.hour !== before.hour)) {
      enqueueNext(context, row);
    }
    const record = scheduleRecord(row);
    context.emit(scheduleUpdated(record));
    return record;
  },
});

function reached({ recipients }: ScheduleRow): ScheduleRow['recipients'] {
  return recipients.filter(({ status }) => status === 'active');
}

function changed(context: Context, before: ScheduleRow, patch: Patch): ScheduleRow {
  const { id: _, version: __, member_ids: ___, emails: ____, weekday, anchor_day, start_date, ...rest } = patch;
  const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const merged: ScheduleRow = { ...before, ...sent };
  const isMoved = [weekday, anchor_day, start_date, rest.frequency, rest.hour].some((one) => one !== undefined);
  if (!isMoved) return merged;
  const days = daysMerged(before, patch);
  const from = laterOf(start_date ?? context.today, context.today);
  const next = nextDay({ ...days, hour: merged.hour }, from, { now: context.now, timeZone: zoneOf(context) });
  return { ...merged, ...days, start_date: next, next_date: next, occurrence: 0 };
}

/** The days as they were, but for what the patch says of them; another frequency begins anew. */
function daysMerged(before: ScheduleRow, { frequency, weekday, anchor_day }: Patch): Days {
  const isSame = frequency === undefined || frequency === before.frequency;
  const known = before.weekday === null ? undefined : weekdays[before.weekday - 1];
  return daysGiven({
    frequency: frequency ?? before.frequency,
    weekday: weekday ?? (isSame ? known : undefined),
    anchor_day: anchor_day ?? (isSame ? (before.anchor_day ?? undefined) : undefined),
  });
}

function write({ db, organization, actor, now }: Context, next: ScheduleRow): void {
  db.later(sql`
    update scheduled_reports set name = ${next.name}, report = ${next.report},
      parameters = ${JSON.stringify(next.parameters)}, period = ${next.period}, format = ${next.format},
      language = ${next.language}, frequency = ${next.frequency}, weekday = ${next.weekday},
      anchor_day = ${next.anchor_day}, hour = ${next.hour}, start_date = ${next.start_date},
      next_date = ${next.next_date}, occurrence = ${next.occurrence}, attach = ${next.attach},
      link_days = ${next.link_days}, when_empty = ${next.when_empty}, member_id = ${actor.memberId},
      user_id = ${actor.userId}, permissions = ${[...actor.permissions]}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${next.id}`);
}
