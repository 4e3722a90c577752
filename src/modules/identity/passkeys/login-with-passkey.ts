import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { anonymous } from '../../../operation/actor.ts';
import { rateLimited } from '../../../operation/errors.ts';
import { keeping } from '../../../operation/kept-refusal.ts';
import { type Context, operation, type Outside } from '../../../operation/operation.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { membershipOf } from '../../team/index.ts';
import { countAttempt, forgiveAttempts, writeAnyway } from '../attempts.ts';
import { chooseMembership } from '../choose-membership.ts';
import { noMembership, Tokens } from '../session.ts';
import { startSession } from '../start-session.ts';
import { isKnownDevice, startedElsewhere, tellOfNewDevice } from '../started-elsewhere.ts';
import { spendChallenge } from './challenge.ts';
import { passkeyCopied, refuseCopied } from './copied-passkey.ts';
import { Assertion } from './credential.ts';
import { findPasskey, type StoredPasskey } from './find-passkey.ts';
import { passkeyRefused, passkeySecrets } from './passkey.ts';
import { passkeysUnavailable, relyingPartyOf } from './relying-party.ts';
import { usePasskey } from './use-passkey.ts';
import { userHandleOf } from './user-handle.ts';
import { decoyKey, type Proof, verifyAssertion } from './verify.ts';

const Presented = z.strictObject({ credential: Assertion });
type Presented = z.output<typeof Presented>;

type Prepared = { readonly passkey: StoredPasskey | undefined; readonly proof: Proof | undefined };

export const loginWithPasskey = operation({
  name: 'login_with_passkey',
  summary: 'Log in with a passkey, which is both factors, and get an access token.',
  guidance:
    'Answers the challenge of GET /api/auth/passkeys/login. No code is asked for. Opens the organisation used last.',
  http: 'POST /auth/passkeys/login',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'public',
  mcp: 'hidden',
  answersEveryMs: 25,
  previewable: false,
  secretInput: passkeySecrets,
  input: Presented,
  output: Tokens,
  refuses: [passkeyRefused, passkeysUnavailable, noMembership, rateLimited],
  emits: [startedElsewhere, passkeyCopied],
  prepare: checkAssertion,
  async run(context, { credential }, { passkey, proof }) {
    const aim = aimOf(credential.id);
    if (passkey === undefined || proof === undefined) throw refuse(context, aim, passkey);
    const use = await usePasskey(context, passkey, proof);
    if (use === 'copied') throw await refuseCopied(context, passkey, await membershipIn(context, passkey));
    if (use === 'removed') throw refuse(context, aim, passkey);
    const user = { id: passkey.user_id, organization: passkey.organization, signed_out_at: passkey.signed_out_at };
    const [membership, isKnown] = await Promise.all([
      chooseMembership(context, undefined, user),
      isKnownDevice(context, user),
    ]);
    context.db.later(sql`update users set last_login_at = ${context.now} where id = ${user.id}`);
    forgiveAttempts(context, aim);
    const tokens = await startSession(context, membership, { proven: true });
    if (!isKnown) tellOfNewDevice(context, membership.memberId);
    return tokens;
  },
});

/** The same work whether there is such a passkey or not, so that neither the answer nor its time tells. */
async function checkAssertion(outside: Outside, { credential }: Presented): Promise<Prepared> {
  const party = relyingPartyOf(outside.settings);
  await countAttempt(outside, aimOf(credential.id));
  const challenge = await spendChallenge(outside, credential.response.clientDataJSON, 'sign in');
  const passkey = await findPasskey(outside, credential.id);
  const key = passkey?.public_key ?? decoyKey();
  const proof = await verifyAssertion(key, credential, { party, challenge: challenge ?? '' });
  const isTheirs = passkey !== undefined && credential.response.userHandle === userHandleOf(passkey.user_id);
  return { passkey, proof: isTheirs && challenge !== undefined ? proof : undefined };
}

/** Counted apart from passwords: whoever is guessed at must still be able to sign in with a passkey. */
function aimOf(credentialId: string): string {
  return `passkey ${credentialId}`;
}

/** A failed sign-in is written into the audit log of the organisation that it would have opened. */
function refuse(context: Context, aim: string, passkey: StoredPasskey | undefined): Error {
  writeAnyway(context, aim);
  if (passkey?.organization === undefined) return keeping(passkeyRefused());
  context.enter({ ...anonymous, organization: passkey.organization });
  return keeping(passkeyRefused(), { id: typeIdFrom('user', passkey.user_id) });
}

async function membershipIn({ db, now }: Context, { user_id: user, organization }: StoredPasskey) {
  if (organization === undefined) return undefined;
  db.scope({ organization: organization.id, user });
  return membershipOf(db, { user, organization: organization.id, now });
}
