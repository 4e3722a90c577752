import { sql } from '../../db/sql.ts';
import { enqueue } from '../../operation/jobs.ts';
import { filled, messagesOf } from '../../messages/index.ts';
import { queueDigest } from './digest.ts';
import { choiceLine, nameOf } from './mail-words.ts';
import { titleOf } from './notification.ts';
import type { Keeping, PendingNotification } from './recipients.ts';

/**
 * Keeps what members are told, and queues the mails of those who want one. Each is told once of an event, however often
 * this is done: who was told already gets no other mail.
 */
export async function keepNotifications(keeping: Keeping, tellings: readonly PendingNotification[]): Promise<number> {
  const { db, organization, now, newId } = keeping;
  const rows = tellings.map((telling) => ({ ...telling, id: newId() }));
  const kept = await db.many<{ id: string }>(sql`
    insert into notifications (organization_id, id, member_id, event_id, type, object_id, label, personal, delivery,
      created_at)
    select ${organization}, row.id, row.member_id, row.event_id, row.type, row.object_id, row.label, row.personal,
      row.delivery, ${now}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ member }) => member.memberId)}::uuid[],
      ${rows.map(({ event }) => event.id)}::uuid[], ${rows.map(({ event }) => event.type)}::text[],
      ${rows.map(({ objectId }) => objectId)}::text[], ${rows.map(({ label }) => label)}::text[],
      ${rows.map(({ personal }) => personal)}::boolean[], ${rows.map(({ delivery }) => delivery)}::text[])
      as row (id, member_id, event_id, type, object_id, label, personal, delivery)
    on conflict (organization_id, event_id, member_id) do nothing returning id`);
  const fresh = new Set(kept.map(({ id }) => id));
  for (const row of rows.filter(({ id }) => fresh.has(id))) if (row.delivery === 'mail') mail(keeping, row);
  const digested = rows.find(({ id, delivery }) => delivery === 'digest' && fresh.has(id));
  if (digested !== undefined) queueDigest(keeping, digested.member.organization);
  return kept.length;
}

function mail(keeping: Keeping, telling: PendingNotification): void {
  const { member, notice, objectId } = telling;
  const { language } = member;
  const words = messagesOf(language, 'notifications');
  const what = nameOf(titleOf(telling.event.type, language), telling.label);
  const page =
    notice.page === undefined || objectId === null ? [] : [`${keeping.publicUrl}/${notice.page}/${objectId}`];
  const greeting = filled(words.greeting, { name: member.name });
  const { data, occurred_at: at } = telling.event;
  const reader = { language, timezone: member.organization.timezone, publicUrl: keeping.publicUrl };
  const more = notice.mailed?.({ data, at }, reader) ?? [];
  const text = [greeting, what, ...more, ...page, choiceLine(words, keeping.publicUrl)].join('\n\n');
  const payload = { to: member.email, subject: `${what} (${member.organization.name})`, text };
  enqueue(keeping, { kind: 'send_mail', payload, secret: true });
}
