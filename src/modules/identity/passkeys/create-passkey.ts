import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { limitExceeded, rateLimited } from '../../../operation/errors.ts';
import { keeping } from '../../../operation/kept-refusal.ts';
import { operation, type Outside } from '../../../operation/operation.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { aboutAccount, aboutUser } from '../account-log.ts';
import { countAttempt, forgiveAttempts } from '../attempts.ts';
import { spendChallenge } from './challenge.ts';
import { Attestation } from './credential.ts';
import { Passkey, PasskeyName, passkeyRefused, passkeysMax, passkeySecrets } from './passkey.ts';
import { passkeysUnavailable, relyingPartyOf } from './relying-party.ts';
import { type NewKey, verifyAttestation } from './verify.ts';

const Addition = z.strictObject({ name: PasskeyName, credential: Attestation });

export const createPasskey = operation({
  name: 'create_passkey',
  summary: 'Add a passkey to your account, with which you log in without password and code.',
  guidance: 'Answers the challenge of POST /api/auth/passkeys/start.',
  http: 'POST /auth/passkeys',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  creates: true,
  previewable: false,
  secretInput: passkeySecrets,
  input: Addition,
  output: Passkey,
  refuses: [passkeyRefused, passkeysUnavailable, limitExceeded, rateLimited],
  prepare: checkAttestation,
  async run(context, { name }, key) {
    const { db, actor, now } = context;
    const userId = actor.userId;
    if (key === undefined) {
      aboutUser(context, userId);
      throw keeping(passkeyRefused(), { id: typeIdFrom('user', userId) });
    }
    // The person's row is locked, so that many at once do not pass the limit.
    const [, { count }] = await Promise.all([
      db.one(sql`select from users where id = ${userId} for update`),
      db.one<{ count: number }>(sql`select count(*)::int as count from passkeys where user_id = ${userId}`),
      aboutAccount(context, userId),
    ]);
    if (count >= passkeysMax) throw limitExceeded({ max: passkeysMax, hint: 'Remove a passkey first.' });
    const id = context.newId();
    await db.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, name, transports, synced, created_at)
      values (${id}, ${userId}, ${key.credentialId}, ${key.publicKey}, ${key.counter}, ${name},
        ${key.transports}::text[], ${key.synced}, ${now})`);
    forgiveAttempts(context, userId);
    return { id, name, synced: key.synced, created_at: now, last_used_at: null };
  },
});

async function checkAttestation(
  outside: Outside,
  { credential }: z.output<typeof Addition>,
): Promise<NewKey | undefined> {
  const { userId, credentialId: session } = outside.actor;
  const party = relyingPartyOf(outside.settings);
  await countAttempt(outside, userId);
  const challenge = await spendChallenge(outside, credential.response.clientDataJSON, `add ${session}`);
  return challenge === undefined ? undefined : verifyAttestation(credential, { party, challenge });
}
