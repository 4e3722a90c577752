import { z } from 'zod';
import { challengeMs } from './challenge.ts';
import type { RelyingParty } from './relying-party.ts';

export const Descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
});

/** `PublicKeyCredentialRequestOptionsJSON`, named as browsers name it. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor).describe('Empty: the device offers the passkeys that it has.'),
});

export type Device = { readonly credential_id: Buffer; readonly transports: readonly string[] };

export function requestOptions({ id }: RelyingParty, challenge: string, devices: readonly Device[] = []) {
  return {
    challenge,
    rpId: id,
    timeout: challengeMs,
    userVerification: 'required' as const,
    allowCredentials: devices.map(descriptorOf),
  };
}

export function descriptorOf({ credential_id: id, transports }: Device) {
  return { type: 'public-key' as const, id: id.toString('base64url'), transports: [...transports] };
}
