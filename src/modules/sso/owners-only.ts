import { forbidden } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { lockTeam } from '../team/index.ts';

/** Locks the team. Whoever decides who signs in as whom, and with which roles, could make themselves an owner. */
export async function ownersOnly(context: Context): Promise<void> {
  const { isOwner } = await lockTeam(context);
  if (!isOwner) throw forbidden({ needs: 'owner' });
}
