import { sql } from '../../../db/sql.ts';
import { anyOf, filter } from '../../../operation/filter.ts';
import { instantKey, listOf, page, Page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { kinds, McpToken, type McpTokenRow, tokenColumns, visibleTokens } from './mcp-token.ts';
import { presets } from './preset.ts';

const list = listOf({
  name: 'mcp_tokens',
  row: McpToken,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`), name: textKey(sql`name`) },
  defaultSort: '-created_at',
  filters: {
    member_id: filter(Id('member'), (id) => sql`member_id = ${id}`),
    kind: anyOf(
      kinds,
      (values) => sql`case when client_id is null then 'token' else 'connection' end = any(${values}::text[])`,
    ),
    preset: anyOf(presets, (values) => sql`preset = any(${values}::text[])`),
  },
});

export const listMcpTokens = operation({
  name: 'list_mcp_tokens',
  summary: 'List your MCP tokens and connections; with tokens:read, those of every member.',
  http: 'GET /mcp/tokens',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: list.input,
  output: Page(McpToken),
  run: (context, input) =>
    page<McpTokenRow>(context, list, input, {
      select: tokenColumns(context.now),
      from: sql`mcp_tokens`,
      where: visibleTokens(context),
    }),
});
