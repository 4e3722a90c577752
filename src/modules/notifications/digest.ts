import { addDays, dayIn } from '../../core/calendar.ts';
import { beginningOf } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import type { ActorOrganization } from '../../operation/actor.ts';
import { enqueue, enqueueOnce } from '../../operation/jobs.ts';
import { type Colleague, colleaguesOf } from '../team/index.ts';
import { filled, messagesOf } from '../../messages/index.ts';
import { choiceLine, nameOf } from './mail-words.ts';
import { titleOf } from './notification.ts';
import type { Keeping, RecipientContext } from './recipients.ts';

/** The kind of the job that mails, once a day, what members want to be told together. */
export const digestJob = 'send_notification_digests';

const hourMs = 3_600_000;
/** Early morning in the time zone of the organisation. */
const digestHour = 7;
const linesMax = 50;

/** Queues the next daily mail, unless it is queued. */
export function queueDigest(keeping: Keeping, { timezone }: ActorOrganization): void {
  enqueueOnce(keeping, { kind: digestJob, payload: {}, runAt: nextDigest(keeping.now, timezone) });
}

function nextDigest(now: string, timezone: string): string {
  const at = (day: string) => new Date(Date.parse(beginningOf(day, timezone)) + digestHour * hourMs).toISOString();
  const today = dayIn(now, timezone);
  return at(today) > now ? at(today) : at(addDays(today, 1));
}

/** Members who have something to be told in a daily mail. */
export async function digestsOf(place: RecipientContext): Promise<Colleague[]> {
  const { db, organization } = place;
  const [members, waiting] = await Promise.all([
    colleaguesOf(place),
    db.many<{ member_id: string }>(sql`
      select distinct member_id from notifications
      where organization_id = ${organization} and delivery = 'digest' and digested_at is null`),
  ]);
  const ids = new Set(waiting.map(({ member_id: id }) => id));
  return members.filter(({ memberId }) => ids.has(memberId));
}

/** Queues the daily mail of one member, with what they have not read in the app. Once: what is in it is in no other. */
export async function sendDigest(keeping: Keeping, member: Colleague): Promise<void> {
  const { db, organization, now, publicUrl } = keeping;
  const rows = await db.many<{ type: string; label: string | null; read_at: string | null }>(sql`
    with told as (
      update notifications set digested_at = ${now}
      where organization_id = ${organization} and member_id = ${member.memberId} and delivery = 'digest'
        and digested_at is null
      returning id, type, label, read_at)
    select type, label, read_at from told order by id`);
  const unread = rows.filter(({ read_at: at }) => at === null);
  if (unread.length === 0) return;
  const { language } = member;
  const words = messagesOf(language, 'notifications');
  const lines = unread.slice(0, linesMax).map(({ type, label }) => `- ${nameOf(titleOf(type, language), label)}`);
  const rest = unread.length - linesMax;
  const more = rest > 0 ? [filled(words.more, { count: String(rest) })] : [];
  const greeting = filled(words.greeting, { name: member.name });
  const text = [greeting, lines.join('\n'), ...more, choiceLine(words, publicUrl)].join('\n\n');
  const subject = filled(words.together, { organization: member.organization.name });
  enqueue(keeping, { kind: 'send_mail', payload: { to: member.email, subject, text }, secret: true });
}
