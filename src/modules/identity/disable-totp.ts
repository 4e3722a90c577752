import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, rateLimited } from '../../operation/errors.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { operation } from '../../operation/operation.ts';
import { aboutAccount } from './account-log.ts';
import { countAttempt, forgiveAttempts } from './attempts.ts';
import { readTotp, TotpCode, useCode, wrongCode } from './second-factor.ts';
import { totpRequired } from './session.ts';

export const disableTotp = operation({
  name: 'disable_totp',
  summary: 'Disable two-factor authentication (TOTP) with a current code or recovery code.',
  http: 'DELETE /auth/totp',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  previewable: false,
  secretInput: ['totp_code'],
  input: z.strictObject({ totp_code: TotpCode }),
  output: z.object({ totp_enabled: z.literal(false) }),
  refuses: [totpRequired, invalidStateTransition, rateLimited],
  prepare: (outside) => countAttempt(outside, outside.actor.userId),
  async run(context, { totp_code: code }) {
    const [user] = await Promise.all([readTotp(context), aboutAccount(context, context.actor.userId)]);
    if (user.totp_confirmed_at === null) throw invalidStateTransition({ status: 'disabled', allowed: ['start_totp'] });
    if (!(await useCode(context, user, code))) throw keeping(wrongCode());
    context.before({ totp_enabled: true });
    context.db.later(sql`
      update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null, recovery_hashes = '{}',
        updated_at = ${context.now}
      where id = ${user.id}`);
    forgiveAttempts(context, user.id);
    return { totp_enabled: false as const };
  },
});
