import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, invalidStateTransition, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { keepBefore, lockToken, mcpTokenRotated, NewMcpToken, readToken } from './mcp-token.ts';
import { newSecret } from './secret.ts';

const graceHoursMax = 72;

export const rotateMcpToken = operation({
  name: 'rotate_mcp_token',
  summary: 'Rotate the secret of an MCP token. The old one ends at once, or after `grace_hours`.',
  http: 'POST /mcp/tokens/{id}/rotate',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('mcp_token'),
    grace_hours: z
      .int()
      .min(0)
      .max(graceHoursMax)
      .default(0)
      .describe('Hours for which the old secret still works; 0 ends it at once.'),
  }),
  output: NewMcpToken,
  refuses: [notFound, forbidden, invalidStateTransition],
  emits: [mcpTokenRotated],
  secretInput: ['token'],
  async run(context, { id, grace_hours: graceHours }) {
    const { db, actor, organization, now } = context;
    const token = await lockToken(context, id);
    if (token.member_id !== actor.memberId)
      throw forbidden({ hint: 'Only the owner can rotate a token; you may revoke it.' });
    if (token.status !== 'active') throw invalidStateTransition({ status: token.status, allowed: [] });
    if (token.kind === 'connection')
      throw invalidStateTransition({ status: token.status, allowed: ['revoke_mcp_token'] });
    keepBefore(context, token);
    context.access.forget(id);
    const { token: secret, prefix, hash } = newSecret();
    db.later(sql`
      update mcp_tokens set hash = ${hash}, prefix = ${prefix}, rotated_at = ${now},
        -- Kept where it ends at once as well, so that whoever tries the old secret is known for who it was.
        previous_hash = hash,
        previous_valid_until = ${now}::timestamptz + make_interval(hours => ${graceHours}),
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const rotated = await readToken(db, context, id);
    context.emit(mcpTokenRotated(rotated));
    return { ...rotated, token: secret };
  },
});
