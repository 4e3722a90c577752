import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ApiKey, type ApiKeyRow, keyColumns } from './api-key.ts';

export const getApiKey = operation({
  name: 'get_api_key',
  summary: 'Get an API key: its scopes, limits, and when and from where it was last used.',
  http: 'GET /api-keys/{id}',
  effect: 'read',
  permission: 'keys:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('api_key') }),
  output: ApiKey,
  refuses: [notFound],
  async run({ db, organization, now }, { id }) {
    const found = await db.maybe<ApiKeyRow>(sql`
      select ${keyColumns(now)} from api_keys
      where organization_id = ${organization} and id = ${id} and app_id is null`);
    if (found === undefined) throw notFound();
    return found;
  },
});
