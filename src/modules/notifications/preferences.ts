import { z } from 'zod';
import { ascending } from '../../core/order.ts';
import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import { deliveries, type Delivery } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { permissionOf, readableTypes } from '../events/index.ts';
import { languageOf, type NoticeKind, noticeKinds, titleOf } from './notification.ts';

export const Delivered = z
  .enum(deliveries)
  .describe(
    '`app`: in the app only; `mail`: also by e-mail at once; `digest`: also in a daily e-mail; `off`: not at all.',
  );

export const Preferences = z.object({
  data: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      delivery: Delivered,
      default_delivery: Delivered.describe('Applies until you choose.'),
    }),
  ),
});

export function defaultOf({ notice }: NoticeKind): Delivery {
  return notice.delivery ?? 'app';
}

/** Notifications that an actor can receive: by permission, and those that name a member. */
export function kindsFor(actor: Actor): NoticeKind[] {
  const readable = new Set(readableTypes(actor));
  return noticeKinds().filter(({ type, notice: { names, needs = permissionOf(type) } }) => {
    return names !== undefined || (readable.has(type) && actor.permissions.has(needs));
  });
}

export async function preferencesOf(context: Context): Promise<z.output<typeof Preferences>> {
  const { db, organization, actor } = context;
  const rows = await db.many<{ type: string; delivery: Delivery }>(sql`
    select type, delivery from notification_preferences
    where organization_id = ${organization} and member_id = ${actor.memberId}`);
  const chosen = new Map(rows.map(({ type, delivery }) => [type, delivery]));
  const data = kindsFor(actor).map((kind) => ({
    type: kind.type,
    title: titleOf(kind.type, languageOf(actor)),
    delivery: chosen.get(kind.type) ?? defaultOf(kind),
    default_delivery: defaultOf(kind),
  }));
  return { data: data.toSorted(ascending(({ type }) => type)) };
}
