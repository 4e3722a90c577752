import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import { keepBefore, lockToken, McpToken, mcpTokenRevoked, mustManage, readToken } from './mcp-token.ts';

export const revokeMcpToken = operation({
  name: 'revoke_mcp_token',
  summary: 'Revoke an MCP token or connection immediately and permanently.',
  guidance: 'Its record is kept for the audit trail. Revoking it again changes nothing.',
  http: 'DELETE /mcp/tokens/{id}',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('mcp_token'),
    reason: Text(200).optional().describe('The reason, for the audit log.'),
  }),
  output: McpToken,
  refuses: [notFound, forbidden],
  emits: [mcpTokenRevoked],
  async run(context, { id }) {
    const { db, actor, organization, now } = context;
    const token = await lockToken(context, id);
    mustManage(context, token);
    keepBefore(context, token);
    context.access.forget(id);
    if (token.revoked_at !== null) return token;
    db.later(sql`
      update mcp_tokens set revoked_at = ${now}, previous_hash = null, previous_valid_until = null,
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const revoked = await readToken(db, context, id);
    context.emit(mcpTokenRevoked(revoked));
    return revoked;
  },
});
