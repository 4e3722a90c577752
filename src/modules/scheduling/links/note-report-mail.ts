import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { event } from '../../../operation/events.ts';
import { operation } from '../../../operation/operation.ts';
import { ActorStamp, Id } from '../../../wire/index.ts';
import { scheduleStopped } from '../schedules/schedule-events.ts';
import { stopSilent } from '../schedules/stop-silent.ts';

const responseMax = 2_000;
/** Mails in a row that did not arrive before an address gets none any more. */
const failuresMax = 3;

const mailFailed = event(
  'report_link.not_sent',
  z.object({
    id: Id('report_link'),
    schedule_id: Id('scheduled_report'),
    name: z.string(),
    email: z.string(),
    unreachable: z.boolean(),
    created_by: ActorStamp,
  }),
  {
    title: 'A scheduled report could not be mailed',
    about: 'schedule_id',
    called: 'name',
    to: 'named',
    names: 'created_by',
  },
);

/** Notes how a mail ended. Not in the catalogue, since only the work that sends mails knows. Once noted it stays. */
export const noteReportMail = operation({
  name: 'note_report_mail',
  summary: 'Note the delivery result of a mail with a scheduled report.',
  http: 'POST /report-links/{id}/note',
  effect: 'write',
  permission: 'data:export',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('report_link'),
    status: z.enum(['sent', 'failed']),
    response: z.string().max(responseMax),
  }),
  output: z.object({ noted: z.boolean() }),
  emits: [mailFailed, scheduleStopped],
  async run(context, { id, status, response }) {
    const { db, organization, now } = context;
    const link = await db.maybe<{ recipient_id: string }>(sql`
      update report_links set mail_status = ${status}, mail_response = ${response}, mail_ended_at = ${now}
      where organization_id = ${organization} and id = ${id} and mail_status = 'queued' returning recipient_id`);
    if (link === undefined) return { noted: false };
    const isFailed = status === 'failed';
    const row = await db.one<Omit<Parameters<typeof mailFailed>[0], 'id'>>(sql`
      update report_recipients as recipient
      set consecutive_failures = case when ${isFailed} then recipient.consecutive_failures + 1 else 0 end,
        status = case when ${isFailed} and recipient.status = 'active'
          and recipient.consecutive_failures + 1 >= ${failuresMax} then 'unreachable' else recipient.status end
      from report_links as link, scheduled_reports as schedule
      where link.organization_id = ${organization} and link.id = ${id}
        and recipient.organization_id = link.organization_id and recipient.id = link.recipient_id
        and schedule.organization_id = recipient.organization_id and schedule.id = recipient.schedule_id
      returning recipient.schedule_id, schedule.name, link.email, schedule.created_by,
        recipient.status = 'unreachable' as unreachable`);
    if (!isFailed) return { noted: true };
    context.emit(mailFailed({ id, ...row }));
    if (row.unreachable) await stopSilent(context, row.schedule_id);
    return { noted: true };
  },
});
