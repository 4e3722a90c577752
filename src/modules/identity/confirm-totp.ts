import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, rateLimited } from '../../operation/errors.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { operation } from '../../operation/operation.ts';
import { aboutAccount } from './account-log.ts';
import { countAttempt, forgiveAttempts } from './attempts.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import { readTotp, TotpCode, useCode, wrongCode } from './second-factor.ts';
import { totpRequired } from './session.ts';

export const confirmTotp = operation({
  name: 'confirm_totp',
  summary: 'Confirm TOTP two-factor authentication with a first code; recovery codes are shown once.',
  http: 'POST /auth/totp/confirm',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  previewable: false,
  secretInput: ['totp_code', 'recovery_codes'],
  input: z.strictObject({ totp_code: TotpCode }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  refuses: [totpRequired, invalidStateTransition, rateLimited],
  prepare: (outside) => countAttempt(outside, outside.actor.userId),
  async run(context, { totp_code: code }) {
    const [user] = await Promise.all([readTotp(context), aboutAccount(context, context.actor.userId)]);
    if (user.totp_secret === null) throw invalidStateTransition({ status: 'disabled', allowed: ['start_totp'] });
    if (user.totp_confirmed_at !== null) throw invalidStateTransition({ status: 'enabled', allowed: ['disable_totp'] });
    if (!(await useCode(context, user, code))) throw keeping(wrongCode());
    const codes = newRecoveryCodes();
    context.db.later(sql`
      update users set totp_confirmed_at = ${context.now}, recovery_hashes = ${codes.map(recoveryHash)}::bytea[],
        updated_at = ${context.now}
      where id = ${user.id}`);
    forgiveAttempts(context, user.id);
    return { recovery_codes: codes };
  },
});
