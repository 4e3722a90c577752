import { sql } from '../../../db/sql.ts';
import { anyOf, filter } from '../../../operation/filter.ts';
import { instantKey, listOf, page, Page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import {
  ConnectedApp,
  type ConnectedAppRow,
  connectionColumns,
  connectionSource,
  grants,
  visibleConnections,
} from './connected-app.ts';
import { endedAt } from './connection-standing.ts';

const list = listOf({
  name: 'connected_apps',
  row: ConnectedApp,
  id: sql`key.id`,
  sorts: { created_at: instantKey(sql`key.created_at`), app_name: textKey(sql`app.name`) },
  defaultSort: '-created_at',
  filters: {
    app_id: filter(Id('oauth_app'), (id) => sql`key.app_id = ${id}`),
    member_id: filter(Id('member'), (id) => sql`key.member_id = ${id}`),
    grant: anyOf(
      grants,
      (values) => sql`
      case when key.user_id is null then 'client_credentials' else 'authorization_code' end = any(${values}::text[])`,
    ),
    revoked: anyOf(
      ['yes', 'no'],
      (values) => sql`
      case when ${endedAt} is null then 'no' else 'yes' end = any(${values}::text[])`,
    ),
  },
});

export const listConnectedApps = operation({
  name: 'list_connected_apps',
  summary: 'List the OAuth apps you connected; with keys:read, those of every member.',
  guidance: 'AI apps are in list_mcp_tokens.',
  http: 'GET /connected-apps',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: list.input,
  output: Page(ConnectedApp),
  run: (context, input) =>
    page<ConnectedAppRow>(context, list, input, {
      select: connectionColumns(context.now),
      from: connectionSource,
      where: visibleConnections(context),
    }),
});
