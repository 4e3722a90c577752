import { generateKeyPairSync } from 'node:crypto';
import type { Assertion, Attestation } from './credential.ts';
import { algorithms } from './creation-options.ts';
import type { RelyingParty } from './relying-party.ts';

/** A signature that was checked, with the person verified by the device. */
export type Proof = { readonly counter: number; readonly synced: boolean };

export type NewKey = Proof & {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly transports: readonly string[];
};

type Asked = { readonly party: RelyingParty; readonly challenge: string };

/** It reads formats of every maker, and takes a third of a second to load: not at the start. */
const library = () => import('@simplewebauthn/server');

/** Undefined unless this device signed this challenge for this site, and knew its owner by a lock of its own. */
export async function verifyAssertion(
  publicKey: Uint8Array<ArrayBuffer>,
  { id, rawId, type, response }: Assertion,
  { party, challenge }: Asked,
): Promise<Proof | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { userHandle: _, ...signed } = response;
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // Compared under the lock of its row instead, and told apart from a wrong signature.
      credential: { id, publicKey, counter: 0 },
    });
    return verified && info.userVerified ? { counter: info.newCounter, synced: info.credentialBackedUp } : undefined;
  } catch {
    // The library throws for whatever is wrong with what a stranger sent.
    return undefined;
  }
}

/** Undefined unless the device made a key for this site and challenge, and knew its owner. */
export async function verifyAttestation(
  { id, rawId, type, response }: Attestation,
  { party, challenge }: Asked,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { clientDataJSON, attestationObject, transports = [] } = response;
  try {
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || info.credential.id !== id) return undefined;
    return {
      credentialId: Buffer.from(info.credential.id, 'base64url'),
      publicKey: Buffer.from(info.credential.publicKey),
      counter: info.credential.counter,
      synced: info.credentialBackedUp,
      transports,
    };
  } catch {
    return undefined;
  }
}

let decoy: Uint8Array<ArrayBuffer> | undefined;

/** A key that nobody signs with: an id that is unknown costs the same work as one that is not. */
export function decoyKey(): Uint8Array<ArrayBuffer> {
  decoy ??= makeDecoy();
  return decoy;
}

/** An ES256 key as COSE writes it: a map of type, algorithm, curve and both coordinates. */
function makeDecoy(): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return Uint8Array.from(
    Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), bytes(x), Buffer.from('225820', 'hex'), bytes(y)]),
  );
}
