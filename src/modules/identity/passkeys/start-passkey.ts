import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { limitExceeded, rateLimited, unavailable, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { keeping } from '../../../operation/kept-refusal.ts';
import { operation, type Outside } from '../../../operation/operation.ts';
import { provenForMs } from '../../../operation/step-up.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { aboutUser } from '../account-log.ts';
import { countAttempt, forgiveAttempts } from '../attempts.ts';
import { GivenPassword, passwordMatches } from '../passwords.ts';
import { invalidCredentials } from '../session.ts';
import { newChallenge } from './challenge.ts';
import { CreationOptions, creationOptions } from './creation-options.ts';
import { passkeysMax, passkeySecrets } from './passkey.ts';
import { passkeysUnavailable, relyingPartyOf } from './relying-party.ts';
import type { Device } from './request-options.ts';

const Start = z.strictObject({
  current_password: GivenPassword.optional().describe(
    'Asked for unless you use a second factor, or gave a passkey in this session in the last 15 minutes.',
  ),
});

type Owner = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
  readonly has_totp: boolean;
  readonly proven_at: string | null;
};

type Prepared = { readonly owner: Owner; readonly isConfirmed: boolean };

export const startPasskey = operation({
  name: 'start_passkey',
  summary: 'Start adding a passkey: confirm who you are, and get what the browser makes it from.',
  guidance: 'For `PublicKeyCredential.parseCreationOptionsFromJSON`; POST /api/auth/passkeys then adds it.',
  http: 'POST /auth/passkeys/start',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  stepUp: true,
  previewable: false,
  secretInput: passkeySecrets,
  input: Start,
  output: z.object({ public_key: CreationOptions }),
  refuses: [invalidCredentials, passkeysUnavailable, limitExceeded, validationFailed, rateLimited, unavailable],
  prepare: confirmOwner,
  async run(context, _input, { owner, isConfirmed }) {
    const { db, actor } = context;
    aboutUser(context, owner.id);
    if (!isConfirmed) throw keeping(invalidCredentials(), { id: typeIdFrom('user', owner.id) });
    const devices = await db.many<Device>(sql`
      select credential_id, transports from passkeys where user_id = ${owner.id} limit ${passkeysMax}`);
    if (devices.length >= passkeysMax) throw limitExceeded({ max: passkeysMax, hint: 'Remove a passkey first.' });
    forgiveAttempts(context, owner.id);
    const party = relyingPartyOf(context.settings);
    const challenge = newChallenge(context, `add ${actor.credentialId}`);
    return { public_key: creationOptions(party, { challenge, owner, devices }) };
  },
});

/** Whoever has a second factor has given it, or the call was refused before. */
async function confirmOwner(outside: Outside, { current_password: given }: z.output<typeof Start>): Promise<Prepared> {
  relyingPartyOf(outside.settings);
  const { userId, credentialId: session } = outside.actor;
  await countAttempt(outside, userId);
  const owner = await outside.read({}, (db) =>
    db.one<Owner>(sql`
      select id, email, name, password_hash, totp_confirmed_at is not null as has_totp,
        (select proven_at from sessions where sessions.id = ${session} and user_id = ${userId}) as proven_at
      from users where id = ${userId}`),
  );
  const provenMs = owner.proven_at === null ? 0 : Date.parse(owner.proven_at);
  if (owner.has_totp || Date.parse(outside.now) - provenMs <= provenForMs) return { owner, isConfirmed: true };
  if (given === undefined) throw fault('/current_password', 'required', 'Send your password, to confirm who you are.');
  return { owner, isConfirmed: await passwordMatches(given, owner.password_hash) };
}
