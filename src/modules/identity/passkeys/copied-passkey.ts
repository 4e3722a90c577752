import { z } from 'zod';
import { anonymous } from '../../../operation/actor.ts';
import { event } from '../../../operation/events.ts';
import { keeping } from '../../../operation/kept-refusal.ts';
import type { Context } from '../../../operation/operation.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { Id } from '../../../wire/index.ts';
import type { Membership } from '../../team/index.ts';
import { aboutAccount } from '../account-log.ts';
import { securityMail } from '../security-mail.ts';
import type { OwnPasskey } from './find-passkey.ts';
import { passkeyRefused } from './passkey.ts';

export const passkeyCopied = event(
  'passkey.copy_suspected',
  z.object({ member_id: Id('member'), passkey_id: Id('passkey'), name: z.string(), ip: z.string().nullable() }),
  {
    title: 'A passkey of yours was refused, since there may be a copy of it',
    about: 'passkey_id',
    called: 'name',
    to: 'named',
    names: 'member_id',
    delivery: 'mail',
    mailed: securityMail('copied'),
  },
);

/**
 * Refuses a passkey that counts less than it has before, and tells its owner: in the log of every organisation of
 * theirs, and by mail from the one that it would have opened.
 */
export async function refuseCopied(context: Context, passkey: OwnPasskey, membership: Membership | undefined) {
  if (membership === undefined) return keeping(passkeyRefused());
  const { user_id: userId, id, name } = passkey;
  const isStranger = context.actor.kind === 'anonymous';
  if (isStranger) context.db.scope({ user: userId });
  await aboutAccount(context, userId);
  if (isStranger) context.enter({ ...anonymous, organization: membership.organization });
  context.emit(passkeyCopied({ member_id: membership.memberId, passkey_id: id, name, ip: context.origin.ip ?? null }));
  return keeping(passkeyRefused(), { id: typeIdFrom('user', userId), because: 'copy_suspected' });
}
