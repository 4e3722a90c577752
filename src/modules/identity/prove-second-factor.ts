import { z } from 'zod';
import { invalidStateTransition, rateLimited } from '../../operation/errors.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { operation } from '../../operation/operation.ts';
import { provenForMs } from '../../operation/step-up.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { Instant } from '../../wire/index.ts';
import { aboutUser } from './account-log.ts';
import { countAttempt, forgiveAttempts } from './attempts.ts';
import { proveSession } from './prove-session.ts';
import { readTotp, TotpCode, useCode, wrongCode } from './second-factor.ts';
import { totpRequired } from './session.ts';

export const proveSecondFactor = operation({
  name: 'prove_second_factor',
  summary: 'Prove your second factor again before an action that cannot be undone.',
  guidance: 'Such calls are refused with `step_up_required` unless this session proved it in the last 15 minutes.',
  http: 'POST /auth/totp/prove',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  previewable: false,
  secretInput: ['totp_code'],
  input: z.strictObject({ totp_code: TotpCode }),
  output: z.object({ proven_until: Instant }),
  refuses: [totpRequired, invalidStateTransition, rateLimited],
  prepare: (outside) => countAttempt(outside, outside.actor.userId),
  async run(context, { totp_code: code }) {
    const { actor, now } = context;
    aboutUser(context, actor.userId);
    const user = await readTotp(context);
    if (user.totp_confirmed_at === null) throw invalidStateTransition({ status: 'disabled', allowed: ['start_totp'] });
    if (!(await useCode(context, user, code))) {
      throw keeping(wrongCode(), { id: typeIdFrom('user', actor.userId) });
    }
    proveSession(context);
    forgiveAttempts(context, user.id);
    return { proven_until: new Date(Date.parse(now) + provenForMs).toISOString() };
  },
});
