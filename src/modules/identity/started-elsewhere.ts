import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { networkOf } from '../../operation/network.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';

/** Sessions that are looked back on: those that are open, and those that ended not long ago. */
const sessionsMax = 500;

export const startedElsewhere = event(
  'session.started_elsewhere',
  z.object({ member_id: Id('member'), user_agent: z.string().nullable() }),
  {
    title: 'New sign-in to your account',
    called: 'user_agent',
    to: 'named',
    names: 'member_id',
    delivery: 'mail',
  },
);

/** Networks that somebody has signed in from. None where they never have. */
export async function placesOf({ db }: Context, userId: string): Promise<Set<string>> {
  const rows = await db.many<{ ip: string }>(sql`
    select ip from sessions where user_id = ${userId} and ip is not null
    order by created_at desc limit ${sessionsMax}`);
  return new Set(rows.map(({ ip }) => networkOf(ip)));
}

/** Tells a member of a sign-in from where they have not been, unless it is their first one. */
export function notifyOfNewLocation(context: Context, memberId: string, places: ReadonlySet<string>): void {
  const { ip, userAgent = null } = context.origin;
  if (ip === undefined || places.size === 0 || places.has(networkOf(ip))) return;
  context.emit(startedElsewhere({ member_id: memberId, user_agent: userAgent }));
}
