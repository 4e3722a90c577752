import { randomBytes } from 'node:crypto';
import type { Outside } from '../../../operation/operation.ts';
import type { Secrets } from '../../../operation/secrets.ts';
import { seal, subkey, unseal } from '../../../operation/seal.ts';
import { spend } from '../spend.ts';
import { clientDataIn } from './client-data.ts';

export const challengeMs = 5 * 60_000;
const randomCount = 16;
const instantBytes = 8;

/** The deed that a challenge is for: of a stranger, or within one session. */
export type Purpose = 'sign in' | `${'add' | 'prove'} ${string}`;

/** Says by itself what it is for and until when, and nobody else can make one, so that asking for it writes nothing. */
export function newChallenge({ secrets, now }: { secrets: Secrets; now: string }, purpose: Purpose): string {
  const until = Buffer.alloc(instantBytes);
  until.writeBigInt64BE(BigInt(Date.parse(now) + challengeMs));
  return seal(keyOf(secrets), purpose, Buffer.concat([until, randomBytes(randomCount)])).toString('base64url');
}

/**
 * The challenge that a device says it signed, where it is ours, for this purpose, in time and signed for the first
 * time. It is spent in a transaction of its own: being refused later does not bring it back.
 */
export async function spendChallenge(
  outside: Outside,
  clientData: string,
  purpose: Purpose,
): Promise<string | undefined> {
  const challenge = clientDataIn(clientData)?.challenge;
  if (challenge === undefined) return undefined;
  const untilMs = endOf(outside.secrets, challenge, purpose);
  if (untilMs === undefined || untilMs < Date.parse(outside.now)) return undefined;
  return (await spend(outside, challenge, untilMs)) ? challenge : undefined;
}

/** Undefined for a challenge that is none of ours, or for another purpose. */
function endOf(secrets: Secrets, challenge: string, purpose: Purpose): number | undefined {
  try {
    return Number(unseal(keyOf(secrets), purpose, Buffer.from(challenge, 'base64url')).readBigInt64BE());
  } catch {
    return undefined;
  }
}

function keyOf({ sealing }: Secrets): Uint8Array {
  return subkey(sealing, 'passkey challenges');
}
