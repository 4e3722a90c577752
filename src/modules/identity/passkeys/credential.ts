import { z } from 'zod';

const kilobyte = 1_024;

function Bytes(lengthMax: number) {
  return z
    .string()
    .max(lengthMax)
    .regex(/^[A-Za-z0-9_-]*$/, 'Write bytes as base64url without padding.');
}

const CredentialId = Bytes(1_364).min(1);
const ClientDataJson = Bytes(4 * kilobyte).min(1);
const AuthenticatorData = Bytes(4 * kilobyte).min(1);

const shared = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.record(z.string().max(64), z.unknown()).optional(),
};

/** `toJSON()` of what `navigator.credentials.get` returns. */
export const Assertion = z
  .strictObject({
    ...shared,
    response: z.strictObject({
      clientDataJSON: ClientDataJson,
      authenticatorData: AuthenticatorData,
      signature: Bytes(8 * kilobyte).min(1),
      userHandle: Bytes(128).nullish(),
    }),
  })
  .describe('What `toJSON()` of the browser’s credential says.');
export type Assertion = z.output<typeof Assertion>;

/** `toJSON()` of what `navigator.credentials.create` returns. Only the attestation is read: the rest repeats it. */
export const Attestation = z
  .strictObject({
    ...shared,
    response: z.strictObject({
      clientDataJSON: ClientDataJson,
      attestationObject: Bytes(8 * kilobyte).min(1),
      authenticatorData: AuthenticatorData.optional(),
      publicKey: Bytes(8 * kilobyte).nullish(),
      publicKeyAlgorithm: z.int().optional(),
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
  })
  .describe('What `toJSON()` of the browser’s new credential says.');
export type Attestation = z.output<typeof Attestation>;
