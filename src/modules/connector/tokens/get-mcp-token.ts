import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { McpToken, type McpTokenRow, tokenColumns, visibleTokens } from './mcp-token.ts';

export const getMcpToken = operation({
  name: 'get_mcp_token',
  summary: 'Get an MCP token: its limits, and when and from where it was last used.',
  http: 'GET /mcp/tokens/{id}',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('mcp_token') }),
  output: McpToken,
  refuses: [notFound],
  async run(context, { id }) {
    const found = await context.db.maybe<McpTokenRow>(sql`
      select ${tokenColumns(context.now)} from mcp_tokens where ${visibleTokens(context)} and id = ${id}`);
    if (found === undefined) throw notFound();
    return found;
  },
});
