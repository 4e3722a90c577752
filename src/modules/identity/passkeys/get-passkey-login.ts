import { z } from 'zod';
import { operation } from '../../../operation/operation.ts';
import { newChallenge } from './challenge.ts';
import { passkeySecrets } from './passkey.ts';
import { passkeysUnavailable, relyingPartyOf } from './relying-party.ts';
import { RequestOptions, requestOptions } from './request-options.ts';

export const getPasskeyLogin = operation({
  name: 'get_passkey_login',
  summary: 'Get a challenge for logging in with a passkey.',
  guidance: 'For `PublicKeyCredential.parseRequestOptionsFromJSON`. It works once, within 5 minutes.',
  http: 'GET /auth/passkeys/login',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  secretInput: passkeySecrets,
  input: z.strictObject({}),
  output: z.object({ public_key: RequestOptions }),
  refuses: [passkeysUnavailable],
  async run(context) {
    const party = relyingPartyOf(context.settings);
    return { public_key: requestOptions(party, newChallenge(context, 'sign in')) };
  },
});
