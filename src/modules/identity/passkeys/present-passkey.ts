import { anonymous } from '../../../operation/actor.ts';
import { keeping } from '../../../operation/kept-refusal.ts';
import type { Context, Outside } from '../../../operation/operation.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { membershipOf } from '../../team/index.ts';
import { countAttempt, forgiveAttempts, writeAnyway } from '../attempts.ts';
import { spendChallenge } from './challenge.ts';
import { refuseCopied } from './copied-passkey.ts';
import type { Assertion } from './credential.ts';
import { findPasskey, type StoredPasskey } from './find-passkey.ts';
import { passkeyRefused } from './passkey.ts';
import { relyingPartyOf } from './relying-party.ts';
import { usePasskey } from './use-passkey.ts';
import { userHandleOf } from './user-handle.ts';
import { decoyKey, type Proof, verifyAssertion } from './verify.ts';

/** A passkey that a stranger presents, and what its signature proves. */
export type Presented = {
  readonly aim: string;
  readonly passkey: StoredPasskey | undefined;
  readonly proof: Proof | undefined;
};

/** The same work whether there is such a passkey or not, so that neither the answer nor its time tells. */
export async function checkPasskey(outside: Outside, credential: Assertion): Promise<Presented> {
  const party = relyingPartyOf(outside.settings);
  // Counted apart from passwords: whoever is guessed at must still be able to sign in with a passkey.
  const aim = `passkey ${credential.id}`;
  await countAttempt(outside, aim);
  const challenge = await spendChallenge(outside, credential.response.clientDataJSON, 'sign in');
  const passkey = await findPasskey(outside, credential.id);
  const key = passkey?.public_key ?? decoyKey();
  const proof = await verifyAssertion(key, credential, { party, challenge: challenge ?? '' });
  const isTheirs = passkey !== undefined && credential.response.userHandle === userHandleOf(passkey.user_id);
  return { aim, passkey, proof: isTheirs && challenge !== undefined ? proof : undefined };
}

/** Notes the use of a passkey that proved whose it is; refuses every other. */
export async function acceptPasskey(context: Context, { aim, passkey, proof }: Presented): Promise<StoredPasskey> {
  if (passkey === undefined || proof === undefined) throw refuse(context, aim, passkey);
  const use = await usePasskey(context, passkey, proof);
  if (use === 'copied') throw await refuseCopied(context, passkey, await membershipIn(context, passkey));
  if (use === 'removed') throw refuse(context, aim, passkey);
  forgiveAttempts(context, aim);
  return passkey;
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
