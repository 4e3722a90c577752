import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { keptAddresses } from './addresses.ts';
import { keptLimits } from './limits.ts';
import {
  checkTokenInput,
  mustManage,
  keepBefore,
  lockToken,
  McpToken,
  mcpTokenUpdated,
  readToken,
  tokenInput,
  TokenName,
} from './mcp-token.ts';

export const updateMcpToken = operation({
  name: 'update_mcp_token',
  summary: 'Update an MCP token: its name, permissions, limits, allowed addresses or expiry.',
  guidance: 'Takes effect from the next call of the token.',
  http: 'PATCH /mcp/tokens/{id}',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('mcp_token'),
    name: TokenName.optional(),
    ...tokenInput,
    version: Version.optional(),
  }),
  output: McpToken,
  refuses: [notFound, forbidden, versionConflict, invalidStateTransition],
  emits: [mcpTokenUpdated],
  async run(context, { id, version, ...patch }) {
    const { db, actor, organization, now } = context;
    const token = await lockToken(context, id);
    mustManage(context, token);
    if (version !== undefined && version !== token.version) throw versionConflict({ current_version: token.version });
    if (token.status === 'revoked') throw invalidStateTransition({ status: token.status, allowed: [] });
    checkTokenInput(context, patch);
    keepBefore(context, token);
    context.access.forget(id);
    const { limits } = patch;
    const actions = limits?.allowed_actions === undefined ? token.limits.allowed_actions : limits.allowed_actions;
    db.later(sql`
      update mcp_tokens set name = ${patch.name ?? token.name}, preset = ${patch.preset ?? token.preset},
        scopes = ${patch.scopes === undefined ? token.scopes : patch.scopes},
        toolsets = ${patch.toolsets === undefined ? token.toolsets : patch.toolsets}, allowed_actions = ${actions},
        ip_allow = ${keptAddresses(patch.ip_allow === undefined ? token.ip_allow : patch.ip_allow)},
        limits = ${JSON.stringify(keptLimits(limits, token.limits))},
        expires_at = ${patch.expires_at === undefined ? token.expires_at : patch.expires_at},
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const changed = await readToken(db, context, id);
    context.emit(mcpTokenUpdated(changed));
    return changed;
  },
});
