import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { operation } from '../../../operation/operation.ts';
import { ActorStamp, Id } from '../../../wire/index.ts';
import { stopSilent } from '../schedules/stop-silent.ts';
import { scheduleStopped } from '../schedules/schedule-events.ts';
import { LinkToken, openReportLink } from './report-link.ts';

const recipientLeft = event(
  'report_recipient.unsubscribed',
  z.object({
    id: Id('report_recipient'),
    schedule_id: Id('scheduled_report'),
    name: z.string(),
    email: z.string(),
    created_by: ActorStamp,
  }),
  {
    title: 'A recipient unsubscribed from a scheduled report',
    about: 'schedule_id',
    called: 'name',
    to: 'named',
    names: 'created_by',
  },
);

export const unsubscribeFromReport = operation({
  name: 'unsubscribe_from_report',
  summary: 'Unsubscribe from a scheduled report by the link in any of its mails. No login needed.',
  http: 'POST /report-links/{token}/unsubscribe',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  idempotent: true,
  secretInput: ['token'],
  input: z.strictObject({ token: LinkToken }),
  output: z.object({ unsubscribed: z.literal(true) }),
  refuses: [notFound],
  emits: [recipientLeft, scheduleStopped],
  async run(context, { token }) {
    const opened = await openReportLink(context, token, { evenEnded: true });
    const { db, organization, now } = context;
    const row = await db.maybe<Parameters<typeof recipientLeft>[0]>(sql`
      update report_recipients as recipient set status = 'unsubscribed', ended_at = ${now}
      from report_links as link, scheduled_reports as schedule
      where link.organization_id = ${organization} and link.id = ${opened.id}
        and recipient.organization_id = link.organization_id and recipient.id = link.recipient_id
        and recipient.status <> 'unsubscribed'
        and schedule.organization_id = recipient.organization_id and schedule.id = recipient.schedule_id
      returning recipient.id, recipient.schedule_id, schedule.name, link.email, schedule.created_by`);
    if (row === undefined) return { unsubscribed: true as const };
    db.later(sql`
      update report_links set mail_status = 'cancelled', mail_ended_at = ${now}
      where organization_id = ${organization} and recipient_id = ${row.id} and mail_status = 'queued'`);
    context.emit(recipientLeft(row));
    await stopSilent(context, row.schedule_id);
    return { unsubscribed: true as const };
  },
});
