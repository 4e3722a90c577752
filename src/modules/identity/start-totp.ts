import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { seal } from '../../operation/seal.ts';
import { aboutUser } from './account-log.ts';
import { aboutTotp } from './second-factor.ts';
import { base32, newTotpSecret, totpUri } from './totp.ts';

export const startTotp = operation({
  name: 'start_totp',
  summary: 'Start setting up two-factor authentication (TOTP): get a secret for an authenticator app.',
  guidance: 'Takes effect once confirmed with a code at POST /api/auth/totp/confirm.',
  http: 'POST /auth/totp',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  previewable: false,
  secretInput: ['secret', 'otpauth_uri'],
  input: z.strictObject({}),
  output: z.object({ secret: z.string(), otpauth_uri: z.string() }),
  refuses: [invalidStateTransition],
  async run(context) {
    const { db, actor, secrets, now } = context;
    aboutUser(context, actor.userId);
    const secret = newTotpSecret();
    const user = await db.maybe<{ email: string }>(sql`
      update users set totp_secret = ${seal(secrets.sealing, aboutTotp(actor.userId), secret)}, totp_last_step = null,
        updated_at = ${now}
      where id = ${actor.userId} and totp_confirmed_at is null returning email`);
    if (user === undefined) throw invalidStateTransition({ status: 'enabled', allowed: ['disable_totp'] });
    return { secret: base32(secret), otpauth_uri: totpUri(secret, user.email) };
  },
});
