import { call } from './call.ts';

type Asked<Options> = { readonly public_key: Options };

/** False in browsers that know no passkeys, or not yet as JSON. */
export function takesPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/** True for what a browser or device ends by itself, most often since its owner has changed their mind. */
export function isDeclined(error: unknown): boolean {
  return error instanceof DOMException;
}

/** Has a device sign the challenge of `path`, and sends what it signed there. */
export async function signWithPasskey(path: string): Promise<void> {
  const { public_key: options } = await call<Asked<PublicKeyCredentialRequestOptionsJSON>>(path);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { id, rawId, type, response } = signed.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  await call(path, { method: 'POST', body: { credential } });
}

/** Has a device make a passkey, and adds it under a name. */
export async function addPasskey(name: string, confirmed: object): Promise<void> {
  const started = { method: 'POST', body: confirmed };
  const { public_key: options } = await call<Asked<PublicKeyCredentialCreationOptionsJSON>>(
    'auth/passkeys/start',
    started,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { id, rawId, type, response } = made.toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  await call('auth/passkeys', { method: 'POST', body: { name, credential } });
}
