import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { newChallenge } from './challenge.ts';
import { passkeysMax, passkeySecrets } from './passkey.ts';
import { passkeysUnavailable, relyingPartyOf } from './relying-party.ts';
import { type Device, RequestOptions, requestOptions } from './request-options.ts';

export const getPasskeyProof = operation({
  name: 'get_passkey_proof',
  summary: 'Get a challenge for confirming with a passkey before an action that cannot be undone.',
  guidance: 'Names your passkeys. It works once, within 5 minutes, in this session.',
  http: 'GET /auth/passkeys/prove',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  secretInput: passkeySecrets,
  input: z.strictObject({}),
  output: z.object({ public_key: RequestOptions }),
  refuses: [passkeysUnavailable, invalidStateTransition],
  async run(context) {
    const { db, actor } = context;
    const party = relyingPartyOf(context.settings);
    const devices = await db.many<Device>(sql`
      select credential_id, transports from passkeys where user_id = ${actor.userId}
      order by last_used_at desc nulls last limit ${passkeysMax}`);
    if (devices.length === 0) throw noPasskeys();
    return { public_key: requestOptions(party, newChallenge(context, `prove ${actor.credentialId}`), devices) };
  },
});

function noPasskeys(): Error {
  return invalidStateTransition({ status: 'no_passkeys', allowed: ['start_passkey', 'prove_second_factor'] });
}
