import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { aboutAccount } from '../account-log.ts';
import { lockPasskey } from './lock-passkey.ts';
import { Passkey } from './passkey.ts';

export const removePasskey = operation({
  name: 'remove_passkey',
  summary: 'Remove a passkey of yours. It opens nothing from then on.',
  guidance: 'Sessions that began with it stay; logout_all or revoke_session ends them.',
  http: 'DELETE /auth/passkeys/{id}',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  stepUp: true,
  input: z.strictObject({ id: Id('passkey') }),
  output: z.object({ id: Id('passkey'), removed: z.literal(true) }),
  refuses: [notFound],
  async run(context, { id }) {
    const [before] = await Promise.all([lockPasskey(context, id), aboutAccount(context, context.actor.userId)]);
    context.before(z.encode(Passkey, before));
    context.db.later(sql`delete from passkeys where id = ${id}`);
    return { id, removed: true as const };
  },
});
