import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Delivery, Notice } from '../../operation/events.ts';
import { Id } from '../../wire/index.ts';
import { type EventFacts, eventsById, permissionOf } from '../events/index.ts';
import { type Colleague, colleaguesOf } from '../team/index.ts';
import { noticeKinds, type NoticeKind } from './notification.ts';
import { defaultOf } from './preferences.ts';
import type { Secrets } from '../../operation/secrets.ts';

const labelMax = 200;

/** That a member is to be told of an event. */
export type PendingNotification = {
  readonly event: EventFacts;
  readonly notice: Notice;
  readonly member: Colleague;
  /** Told by name, and not for what they may read. */
  readonly personal: boolean;
  readonly delivery: Exclude<Delivery, 'off'>;
  readonly objectId: string | null;
  readonly label: string | null;
};

export type RecipientContext = { readonly db: Db; readonly organization: string; readonly now: string };

/** Recipients of events, by their permissions and preferences. */
export async function findNotificationRecipients(
  place: RecipientContext,
  ids: readonly string[],
): Promise<PendingNotification[]> {
  const { db, organization } = place;
  const [events, members, chosen] = await Promise.all([
    eventsById(place, ids),
    colleaguesOf(place),
    db.many<{ member_id: string; type: string; delivery: Delivery }>(sql`
      select member_id, type, delivery from notification_preferences where organization_id = ${organization}`),
  ]);
  const kinds = new Map(noticeKinds().map((kind) => [kind.type, kind]));
  const wishes = new Map(chosen.map(({ member_id: member, type, delivery }) => [`${member} ${type}`, delivery]));
  return events.flatMap((event) => {
    const kind = kinds.get(event.type);
    if (kind === undefined) return [];
    return members.flatMap((member): PendingNotification[] => {
      const delivery = wishes.get(`${member.memberId} ${kind.type}`) ?? defaultOf(kind);
      const personal = isNamed(kind, event, member);
      if (delivery === 'off' || !(personal || mayRead(kind, member)) || knows(kind, event, member)) return [];
      return [{ event, notice: kind.notice, member, personal, delivery, ...recordOf(kind, event) }];
    });
  });
}

function mayRead({ type, notice }: NoticeKind, { permissions }: Colleague): boolean {
  const { to, needs = permissionOf(type) } = notice;
  return to !== 'named' && permissions.has(permissionOf(type)) && permissions.has(needs);
}

/** Members are named by their id; whoever made something by that of the user. */
function isNamed({ notice: { names } }: NoticeKind, { data }: EventFacts, { memberId, userId }: Colleague): boolean {
  if (names === undefined) return false;
  if (names === 'member_id') return data[names] === z.encode(Id('member'), memberId);
  return idIn(data[names]) === z.encode(Id('user'), userId);
}

/** The author of an event knows of it, and later members need not. */
function knows({ notice }: NoticeKind, { actor, occurred_at: at }: EventFacts, { userId, since }: Colleague): boolean {
  const didIt = notice.others === true && actor.type === 'user' && actor.id === z.encode(Id('user'), userId);
  return didIt || Date.parse(since) > Date.parse(at);
}

function idIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
}

function recordOf({ notice: { about = 'id', called } }: NoticeKind, { data }: EventFacts) {
  const [id, name] = [data[about], called === undefined ? undefined : data[called]];
  return {
    objectId: typeof id === 'string' ? id : null,
    label: typeof name === 'string' ? name.replaceAll(/\s+/g, ' ').trim().slice(0, labelMax) : null,
  };
}

export type Keeping = RecipientContext & {
  readonly newId: () => string;
  readonly secrets: Secrets;
  readonly publicUrl: string;
};
