import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { colleaguesOf } from '../../team/index.ts';
import { type ScheduleRow, toOthers } from './schedule.ts';
import { recipientsMax } from './schedule-input.ts';

export const recipientUnsubscribed = refusal(
  'recipient_unsubscribed',
  422,
  'A recipient has unsubscribed from this report.',
  'Leave the address out; a member who wants it again adds themselves.',
);

type Given = { readonly member_ids?: readonly string[] | undefined; readonly emails?: readonly string[] | undefined };
type Known = ScheduleRow['recipients'];
type Wanted = { readonly member: string | null; readonly email: string | null };

/** Who is to get it, once each. Anybody beside the caller needs the permission to send data out. */
export async function wantedRecipients(context: Context, { member_ids, emails = [] }: Given): Promise<Wanted[]> {
  const { memberId } = context.actor;
  const members = [...new Set(member_ids ?? (emails.length > 0 ? [] : [memberId]))];
  if (emails.length > 0 || members.some((id) => id !== memberId)) needPermission(context, toOthers);
  const wanted = [
    ...members.map((member) => ({ member, email: null })),
    ...[...new Set(emails)].map((email) => ({ member: null, email })),
  ];
  if (wanted.length === 0) throw fault('/member_ids', 'no_recipients', 'Name at least one member or address.');
  if (wanted.length > recipientsMax) {
    throw fault('/emails', 'too_many', `A schedule has at most ${recipientsMax} recipients.`);
  }
  // Who acts is there: only others are looked up.
  if (members.every((id) => id === memberId)) return wanted;
  const present = new Set((await colleaguesOf(context)).map((one) => one.memberId));
  const absent = members.findIndex((id) => !present.has(id));
  if (absent >= 0) throw missing(`/member_ids/${absent}`, 'member');
  return wanted;
}

/** Makes these its recipients. Whoever unsubscribed stays so, unless they themselves come back. */
export function keepRecipients(context: Context, scheduleId: string, wanted: readonly Wanted[], known: Known): void {
  const { db, organization, actor } = context;
  const isSame = (one: Known[number]) => (other: Wanted) => other.member === one.member_id && other.email === one.email;
  const unsubscribed = known.filter(({ status }) => status === 'unsubscribed');
  for (const one of unsubscribed) {
    if (one.member_id !== actor.memberId && wanted.some(isSame(one))) {
      throw recipientUnsubscribed(one.email === null ? {} : { email: one.email });
    }
  }
  const left = known.filter((one) => one.status !== 'unsubscribed' && !wanted.some(isSame(one)));
  if (left.length > 0) {
    db.later(sql`
      delete from report_recipients where organization_id = ${organization} and schedule_id = ${scheduleId}
        and id = any(${left.map(({ id }) => id)}::uuid[])`);
  }
  const rows = wanted.map((one) => ({ id: context.newId(), ...one }));
  db.later(sql`
    insert into report_recipients (organization_id, id, schedule_id, member_id, email)
    select ${organization}, row.id, ${scheduleId}, row.member_id, row.email
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ member }) => member)}::uuid[],
      ${rows.map(({ email }) => email)}::text[]) as row (id, member_id, email)
    on conflict on constraint report_recipients_once do update
      set status = 'active', consecutive_failures = 0, ended_at = null`);
}
