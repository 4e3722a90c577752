import { sql } from '../../db/sql.ts';
import { anyOf, filter } from '../../operation/filter.ts';
import { instantKey, listOf, page, Page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ApiKey, type ApiKeyRow, keyColumns } from './api-key.ts';

const list = listOf({
  name: 'api_keys',
  row: ApiKey,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`), name: textKey(sql`name`) },
  defaultSort: '-created_at',
  filters: {
    member_id: filter(Id('member'), (id) => sql`member_id = ${id}`),
    revoked: anyOf(
      ['yes', 'no'],
      (values) => sql`
      case when revoked_at is null then 'no' else 'yes' end = any(${values}::text[])`,
    ),
  },
});

export const listApiKeys = operation({
  name: 'list_api_keys',
  summary: 'List the API keys of the organisation, with when each was last used.',
  guidance:
    'Secrets are never shown again. AI apps have MCP tokens: list_mcp_tokens. Apps with OAuth: list_oauth_apps.',
  http: 'GET /api-keys',
  effect: 'read',
  permission: 'keys:read',
  mcp: 'action',
  input: list.input,
  output: Page(ApiKey),
  run: (context, input) =>
    page<ApiKeyRow>(context, list, input, {
      select: keyColumns(context.now),
      from: sql`api_keys`,
      where: sql`organization_id = ${context.organization} and app_id is null`,
    }),
});
