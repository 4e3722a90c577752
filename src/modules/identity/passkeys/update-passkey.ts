import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { lockPasskey } from './lock-passkey.ts';
import { Passkey, PasskeyName } from './passkey.ts';

export const updatePasskey = operation({
  name: 'update_passkey',
  summary: 'Rename a passkey of yours.',
  http: 'PATCH /auth/passkeys/{id}',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  input: z.strictObject({ id: Id('passkey'), name: PasskeyName }),
  output: Passkey,
  refuses: [notFound],
  async run(context, { id, name }) {
    const before = await lockPasskey(context, id);
    context.before(z.encode(Passkey, before));
    context.db.later(sql`update passkeys set name = ${name} where id = ${id}`);
    return { ...before, name };
  },
});
