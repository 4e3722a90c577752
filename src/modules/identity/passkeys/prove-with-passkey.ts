import { z } from 'zod';
import { rateLimited } from '../../../operation/errors.ts';
import { keeping } from '../../../operation/kept-refusal.ts';
import { operation, type Outside } from '../../../operation/operation.ts';
import { provenForMs } from '../../../operation/step-up.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { Instant } from '../../../wire/index.ts';
import { membershipOf } from '../../team/index.ts';
import { aboutUser } from '../account-log.ts';
import { countAttempt, forgiveAttempts } from '../attempts.ts';
import { proveSession } from '../prove-session.ts';
import { spendChallenge } from './challenge.ts';
import { passkeyCopied, refuseCopied } from './copied-passkey.ts';
import { Assertion } from './credential.ts';
import { findOwnPasskey, type OwnPasskey } from './find-passkey.ts';
import { passkeyRefused, passkeySecrets } from './passkey.ts';
import { passkeysUnavailable, relyingPartyOf } from './relying-party.ts';
import { usePasskey } from './use-passkey.ts';
import { type Proof, verifyAssertion } from './verify.ts';

const Presented = z.strictObject({ credential: Assertion });
type Prepared = { readonly passkey: OwnPasskey; readonly proof: Proof } | undefined;

export const proveWithPasskey = operation({
  name: 'prove_with_passkey',
  summary: 'Confirm with a passkey of yours before an action that cannot be undone.',
  guidance: 'Counts for 15 minutes, as a code does. Answers the challenge of GET /api/auth/passkeys/prove.',
  http: 'POST /auth/passkeys/prove',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  previewable: false,
  secretInput: passkeySecrets,
  input: Presented,
  output: z.object({ proven_until: Instant }),
  refuses: [passkeyRefused, passkeysUnavailable, rateLimited],
  emits: [passkeyCopied],
  prepare: checkAssertion,
  async run(context, _input, found) {
    const { actor, db, now, organization } = context;
    aboutUser(context, actor.userId);
    const use = found === undefined ? 'removed' : await usePasskey(context, found.passkey, found.proof);
    if (found !== undefined && use === 'copied') {
      const membership = await membershipOf(db, { user: actor.userId, organization, now });
      throw await refuseCopied(context, found.passkey, membership);
    }
    if (use !== 'used') throw keeping(passkeyRefused(), { id: typeIdFrom('user', actor.userId) });
    proveSession(context);
    forgiveAttempts(context, actor.userId);
    return { proven_until: new Date(Date.parse(now) + provenForMs).toISOString() };
  },
});

async function checkAssertion(outside: Outside, { credential }: z.output<typeof Presented>): Promise<Prepared> {
  const { userId, credentialId: session } = outside.actor;
  const party = relyingPartyOf(outside.settings);
  await countAttempt(outside, userId);
  const challenge = await spendChallenge(outside, credential.response.clientDataJSON, `prove ${session}`);
  const passkey = await outside.read({}, (db) => findOwnPasskey(db, userId, credential.id));
  if (passkey === undefined || challenge === undefined) return undefined;
  const proof = await verifyAssertion(passkey.public_key, credential, { party, challenge });
  return proof && { passkey, proof };
}
