import { sql } from '../../../db/sql.ts';
import { instantKey, listOf, page, Page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { appColumns, appFrom, OauthApp, type OauthAppRow } from './oauth-app.ts';

const list = listOf({
  name: 'oauth_apps',
  row: OauthApp,
  id: sql`app.id`,
  sorts: { created_at: instantKey(sql`app.created_at`), name: textKey(sql`app.name`) },
  defaultSort: '-created_at',
  filters: {},
});

export const listOauthApps = operation({
  name: 'list_oauth_apps',
  summary: 'List the OAuth apps of the organisation, with how many connections each has.',
  guidance: 'Secrets are never shown again. Who connected an app: list_connected_apps.',
  http: 'GET /oauth-apps',
  effect: 'read',
  permission: 'keys:read',
  mcp: 'action',
  input: list.input,
  output: Page(OauthApp),
  run: async (context, input) => {
    const found = await page<OauthAppRow>(context, list, input, {
      select: appColumns(context.now),
      from: sql`oauth_apps as app`,
      where: sql`app.organization_id = ${context.organization} and app.deleted_at is null`,
    });
    return { ...found, data: found.data.map(appFrom) };
  },
});
