import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { networkOf } from '../../operation/network.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { deviceName } from './device-name.ts';
import { securityMail } from './security-mail.ts';

/** Sessions that are looked back on: those that are open, and those that ended not long ago. */
const sessionsMax = 500;

export const startedElsewhere = event(
  'session.started_elsewhere',
  z.object({
    member_id: Id('member'),
    user_agent: z.string().nullable(),
    device: z.string().nullable(),
    ip: z.string().nullable(),
  }),
  {
    title: 'New sign-in to your account',
    called: 'device',
    to: 'named',
    names: 'member_id',
    delivery: 'mail',
    mailed: securityMail('started'),
  },
);

type SigningIn = { readonly id: string; readonly signed_out_at: string | null };
type Place = { readonly ip: string; readonly user_agent: string | null };

/**
 * True where the browser remembers that this person signed in on it, and where they never have before. Programs and
 * browsers that keep nothing are known by their network and name, so that each of them is told of once.
 */
export async function isKnownDevice(
  { db, origin }: Context,
  { id, signed_out_at: ended }: SigningIn,
): Promise<boolean> {
  const { ip, userAgent, remembers = [] } = origin;
  if (ip === undefined) return true;
  if (remembers.some(({ user, since }) => user === id && (ended === null || since > ended))) return true;
  const places = await db.many<Place>(sql`
    select ip, user_agent from sessions where user_id = ${id} and ip is not null
    order by created_at desc limit ${sessionsMax}`);
  const here = placeOf({ ip, user_agent: userAgent ?? null });
  return places.length === 0 || places.some((place) => placeOf(place) === here);
}

/** Tells a member of a sign-in on a device that they have not used. */
export function tellOfNewDevice(context: Context, memberId: string): void {
  const { ip = null, userAgent = null } = context.origin;
  const device = userAgent === null ? null : deviceName(userAgent);
  context.emit(startedElsewhere({ member_id: memberId, user_agent: userAgent, device, ip }));
}

function placeOf({ ip, user_agent: agent }: Place): string {
  return `${networkOf(ip)} ${agent === null ? '' : deviceName(agent)}`;
}
