import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../../wire/index.ts';
import { amountLimitsOutput } from '../../connector/index.ts';
import { shownLimits } from '../api-key.ts';
import { endedAt, isActive, lapsesAt, unusedDaysMax } from './connection-standing.ts';

export const grants = ['authorization_code', 'client_credentials'] as const;

export const ConnectedApp = z.object({
  id: Id('connected_app'),
  organization_id: Id('organization'),
  app_id: Id('oauth_app'),
  app_name: z.string(),
  member_id: Id('member').describe('Whose rights it has at most.'),
  grant: z.enum(grants).describe('`client_credentials`: the app acts on its own.'),
  status: z.enum(['active', 'expired', 'revoked']),
  scopes: z.array(z.string()).describe('What was allowed, as far as the app may still ask for it.'),
  limits: z.object({ ...amountLimitsOutput, requests_per_minute: z.int().nullable() }),
  expires_at: Instant.nullable(),
  lapses_at: Instant.nullable().describe(`When it expires if unused: ${unusedDaysMax} days after its last use.`),
  last_used_at: Instant.nullable().describe('To the minute.'),
  last_used_from: z.string().nullable(),
  revoked_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});

export type ConnectedAppRow = z.output<typeof ConnectedApp>;

const wireConnection = encoderOf(ConnectedApp);

/** Keeps the connection as it was for the audit log, in wire form. */
export function keepBefore(context: Context, connection: ConnectedAppRow): void {
  context.before(wireConnection(connection));
}

export const connectedAppCreated = event('connected_app.created', ConnectedApp, {
  title: 'An app was connected',
  called: 'app_name',
});
export const connectedAppEnded = event('connected_app.ended', ConnectedApp);

export const connectionSource: Sql = sql`api_keys as key
  join oauth_apps as app on app.organization_id = key.organization_id and app.id = key.app_id`;

/** The row as the output wants it. `now` decides whether it has expired. */
export function connectionColumns(now: string): Sql {
  return sql`key.id, key.organization_id, key.app_id, app.name as app_name, key.member_id,
    case when key.user_id is null then 'client_credentials' else 'authorization_code' end as grant,
    case when ${endedAt} is not null then 'revoked' when ${isActive(now)} then 'active' else 'expired' end as status,
    array(select unnest(key.scopes) intersect select unnest(app.scopes) order by 1) as scopes,
    ${shownLimits} as limits, key.expires_at, ${lapsesAt} as lapses_at, key.last_used_at, key.last_used_from,
    ${endedAt} as revoked_at, key.version, key.created_at, key.updated_at, key.created_by, key.updated_by`;
}

/** Members see what they connected; with `keys:read` or `keys:manage`, what everybody did. */
export function visibleConnections({ organization, actor }: Context): Sql {
  const all = sql`key.organization_id = ${organization} and key.app_id is not null`;
  const seesAll = actor.permissions.has('keys:read') || actor.permissions.has('keys:manage');
  return seesAll ? all : sql`${all} and key.member_id = ${actor.memberId}`;
}

export async function findConnection(context: Context, id: string, lock = sql``): Promise<ConnectedAppRow> {
  const found = await context.db.maybe<ConnectedAppRow>(sql`
    select ${connectionColumns(context.now)} from ${connectionSource}
    where ${visibleConnections(context)} and key.id = ${id} ${lock}`);
  if (found === undefined) throw notFound();
  return found;
}
