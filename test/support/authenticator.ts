import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Wire } from './world.ts';

/** A device with one passkey, which signs whatever it is told to. */
export type Authenticator = {
  readonly id: string;
  /** Answer to what start_passkey asks for. */
  readonly create: (options: Wire, more?: Forgery) => Wire;
  /** The same passkey for a device of a browser: its private key too. */
  readonly kept: (rpId: string) => Wire;
  /** Answer to what get_passkey_login or get_passkey_proof asks for. */
  readonly get: (options: Wire, more?: Forgery) => Wire;
};

/** What somebody signs who is not who they say, or not where they say. */
export type Forgery = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  /** False where the device did not ask for its lock. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly id?: string;
  readonly key?: KeyObject;
};

const testOrigin = 'https://books.example';

const [present, verified, attested] = [0x01, 0x04, 0x40];

/** An ES256 key without attestation, as phones and browsers make it. */
export function newAuthenticator({ origin = testOrigin } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32).toString('base64url');
  let handle: string | undefined;
  const clientData = (type: string, options: Wire, more: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type: more.type ?? type,
        challenge: more.challenge ?? options.challenge,
        origin: more.origin ?? origin,
        crossOrigin: more.crossOrigin ?? false,
      }),
    );
  return {
    id,
    create: (options, more = {}) => {
      handle = options.user.id;
      const credentialId = Buffer.from(more.id ?? id, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const made = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)]);
      const data = Buffer.concat([authenticatorData(more.rpId ?? options.rp.id, attested, more), made]);
      return {
        ...named(more.id ?? id),
        response: {
          clientDataJSON: clientData('webauthn.create', options, more).toString('base64url'),
          attestationObject: attestationOf(data).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    kept: (rpId) => ({
      credentialId: Buffer.from(id, 'base64url').toString('base64'),
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(handle ?? '', 'base64url').toString('base64'),
      isResidentCredential: true,
      signCount: 0,
      rpId,
    }),
    get: (options, more = {}) => {
      const client = clientData('webauthn.get', options, more);
      const data = authenticatorData(more.rpId ?? options.rpId, 0, more);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const userHandle = more.userHandle === undefined ? handle : more.userHandle;
      return {
        ...named(more.id ?? id),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, more.key ?? privateKey).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

/** The key of somebody else. */
export function strangersKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

const named = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} });

function authenticatorData(rpId: string, flags: number, { verified: is = true, counter = 0 }: Forgery): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const all = flags | present | (is ? verified : 0);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), count]);
}

/** CBOR: a map of type, algorithm, curve and both coordinates. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), bytes(x), Buffer.from('225820', 'hex'), bytes(y)]);
}

/** CBOR: `{ fmt: 'none', attStmt: {}, authData }`. */
function attestationOf(data: Buffer): Buffer {
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff]);
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex');
  return Buffer.concat([head, Buffer.from('686175746844617461', 'hex'), length, data]);
}
