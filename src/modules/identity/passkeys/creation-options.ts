import { z } from 'zod';
import { challengeMs } from './challenge.ts';
import type { RelyingParty } from './relying-party.ts';
import { Descriptor, descriptorOf, type Device } from './request-options.ts';
import { userHandleOf } from './user-handle.ts';

/** Ed25519, P-256 and RSA, as COSE numbers them: every device has one of them. */
export const algorithms = [-8, -7, -257];

/** `PublicKeyCredentialCreationOptionsJSON`, named as browsers name it. */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

type Making = {
  readonly challenge: string;
  readonly owner: { readonly id: string; readonly email: string; readonly name: string };
  /** Which have one already, and make no other. */
  readonly devices: readonly Device[];
};

/** A key that is found without an address, on a device that knows its owner. Who made the device is not asked. */
export function creationOptions({ id }: RelyingParty, { challenge, owner, devices }: Making) {
  return {
    challenge,
    rp: { id, name: 'Daybook' },
    user: { id: userHandleOf(owner.id), name: owner.email, displayName: owner.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeMs,
    excludeCredentials: devices.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}
