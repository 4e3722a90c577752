import { z } from 'zod';
import { rateLimited } from '../../operation/errors.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { operation, type Outside } from '../../operation/operation.ts';
import { provenForMs } from '../../operation/step-up.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { Instant } from '../../wire/index.ts';
import { aboutUser, countAttempt, forgiveAttempts, proveSession } from '../identity/index.ts';
import { Answer, answerSecrets, type Vouched, vouchedFor } from './answer.ts';
import { linkedBy } from './link.ts';
import { providerRefused, providerUnavailable, type Reason, refusedFor } from './refusals.ts';

/** Clocks of a provider and of ours differ by so much at most. */
const skewMs = 30_000;

export const proveWithProvider = operation({
  name: 'prove_with_provider',
  summary: 'Confirm with what the provider sent back, before an action that cannot be undone.',
  guidance: 'Counts for 15 minutes. The provider has to say when you signed in (`auth_time`).',
  http: 'POST /auth/provider/prove',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  previewable: false,
  secretInput: answerSecrets,
  cost: 5,
  input: Answer,
  output: z.object({ proven_until: Instant }),
  refuses: [providerRefused, providerUnavailable, rateLimited],
  prepare: async (outside: Outside, given: z.output<typeof Answer>): Promise<Vouched> => {
    await countAttempt(outside, outside.actor.userId);
    return vouchedFor(outside, given);
  },
  async run(context, _input, vouched) {
    const { actor, now } = context;
    aboutUser(context, actor.userId);
    const refused = (reason: Reason) => keeping(refusedFor(reason), { id: typeIdFrom('user', actor.userId), reason });
    if ('reason' in vouched) throw refused(vouched.reason);
    const { ticket, claims } = vouched;
    if (ticket.session !== actor.credentialId || ticket.organization !== context.organization) {
      throw refused('other_session');
    }
    const linked = await linkedBy(context, claims.sub);
    if (linked?.standing.id !== actor.memberId) throw refused('other_session');
    const { auth_time: signedInAt } = claims;
    if (typeof signedInAt !== 'number' || signedInAt * 1_000 < ticket.startedMs - skewMs) throw refused('not_again');
    proveSession(context);
    forgiveAttempts(context, actor.userId);
    return { proven_until: new Date(Date.parse(now) + provenForMs).toISOString() };
  },
});
