import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { providerRequired, rateLimited } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { chooseMembership } from '../choose-membership.ts';
import { noMembership, Tokens } from '../session.ts';
import { startSession } from '../start-session.ts';
import { isKnownDevice, startedElsewhere, tellOfNewDevice } from '../started-elsewhere.ts';
import { passkeyCopied } from './copied-passkey.ts';
import { Assertion } from './credential.ts';
import { passkeyRefused, passkeySecrets } from './passkey.ts';
import { acceptPasskey, checkPasskey } from './present-passkey.ts';
import { passkeysUnavailable } from './relying-party.ts';

export const loginWithPasskey = operation({
  name: 'login_with_passkey',
  summary: 'Log in with a passkey, which is both factors, and get an access token.',
  guidance: 'Answers the challenge of GET /api/auth/passkeys/login. Opens the organisation used last.',
  http: 'POST /auth/passkeys/login',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'public',
  mcp: 'hidden',
  answersEveryMs: 25,
  previewable: false,
  secretInput: passkeySecrets,
  input: z.strictObject({ credential: Assertion }),
  output: Tokens,
  refuses: [passkeyRefused, passkeysUnavailable, noMembership, providerRequired, rateLimited],
  emits: [startedElsewhere, passkeyCopied],
  prepare: (outside, { credential }) => checkPasskey(outside, credential),
  async run(context, _input, presented) {
    const { user_id: id, organization, signed_out_at } = await acceptPasskey(context, presented);
    const [membership, isKnown] = await Promise.all([
      chooseMembership(context, undefined, { id, organization }),
      isKnownDevice(context, { id, signed_out_at }),
    ]);
    context.db.later(sql`update users set last_login_at = ${context.now} where id = ${id}`);
    const tokens = await startSession(context, membership, { proven: true });
    if (!isKnown) tellOfNewDevice(context, membership.memberId);
    return tokens;
  },
});
