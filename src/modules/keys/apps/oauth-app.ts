import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { type FieldError, notFound, validationFailed } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Id, Instant, Text } from '../../../wire/index.ts';
import { isOwnAddress, redirectFault } from '../../../net/redirect-uri.ts';
import { missingScopes, Scopes } from '../api-key.ts';
import { clientIdOf } from './client-id.ts';
import { isActive } from './connection-standing.ts';

const redirectUrisMax = 10;
const redirectUriMax = 2_048;
export const appTypes = ['confidential', 'public'] as const;

export const appInput = {
  name: Text(100)
    .describe('As people know the program. The consent page shows it.')
    .meta({ examples: ['Zapier'] }),
  redirect_uris: z
    .array(Text(redirectUriMax))
    .max(redirectUrisMax)
    .describe('Where people return to once they allowed it: https, or http on their own computer.')
    .meta({ examples: [['https://zapier.com/dashboard/auth/oauth/return/App123CLIAPI/']] }),
  scopes: Scopes.describe('The most it may ever ask for: permissions, each of which you hold.'),
  client_credentials: z
    .boolean()
    .describe('True if it also acts on its own, without anybody’s consent, with its scopes and your rights.'),
};

export const OauthApp = z.object({
  id: Id('oauth_app'),
  organization_id: Id('organization'),
  client_id: z.string().meta({ examples: ['app_AZ7x1V9mfzu5n0kQp8yL3QGe8dVf2nE7qF0rW3cZb1k'] }),
  name: z.string(),
  type: z.enum(appTypes).describe('`public`: cannot keep a secret, such as an app on a phone, and has none.'),
  redirect_uris: z.array(z.string()),
  scopes: z.array(z.string()),
  client_credentials: z.boolean().describe('Whether it may get tokens by its client credentials alone.'),
  acts_for: Id('member').nullable().describe('With whose rights it acts on its own.'),
  secret_prefix: z
    .string()
    .nullable()
    .meta({ examples: ['app_live_4f0c'] }),
  rotated_at: Instant.nullable(),
  previous_valid_until: Instant.nullable().describe('Until when the secret before the last rotation still works.'),
  connections: z.int().describe('Active connections: list_connected_apps has them.'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});

export type OauthAppRecord = z.output<typeof OauthApp>;

/** The record and its secret, which is shown this once. */
export const NewOauthApp = OauthApp.extend({
  client_secret: z.string().nullable().describe('Shown once. Keep it like a password. Null for a public app.'),
});

const wireApp = encoderOf(OauthApp);

/** Keeps the app as it was for the audit log, in wire form. */
export function keepBefore(context: Context, app: OauthAppRecord): void {
  context.before(wireApp(app));
}

export const oauthAppCreated = event('oauth_app.created', OauthApp, {
  title: 'An OAuth app was registered',
  called: 'name',
  delivery: 'mail',
});
export const oauthAppUpdated = event('oauth_app.updated', OauthApp);
export const oauthAppRotated = event('oauth_app.rotated', OauthApp);
export const oauthAppDeleted = event('oauth_app.deleted', OauthApp);

export type OauthAppRow = Omit<OauthAppRecord, 'client_id' | 'client_credentials'>;

/** Columns of `oauth_apps as app`. `now` decides which of its connections are active. */
export function appColumns(now: string): Sql {
  return sql`app.id, app.organization_id, app.name,
    case when app.hash is null then 'public' else 'confidential' end as type, app.redirect_uris, app.scopes,
    (select key.member_id from api_keys as key where key.organization_id = app.organization_id and key.app_id = app.id
      and key.user_id is null and ${isActive(now)} limit 1) as acts_for,
    app.prefix as secret_prefix, app.rotated_at, app.previous_valid_until,
    (select count(*)::int from api_keys as key where key.organization_id = app.organization_id
      and key.app_id = app.id and ${isActive(now)}) as connections,
    app.version, app.created_at, app.updated_at, app.created_by, app.updated_by`;
}

export function appFrom(row: OauthAppRow): OauthAppRecord {
  const { organization_id: organization, id } = row;
  return { ...row, client_id: clientIdOf({ organization, id }), client_credentials: row.acts_for !== null };
}

export async function findApp(context: Context, id: string, lock = sql``): Promise<OauthAppRecord> {
  const { db, organization, now } = context;
  const found = await db.maybe<OauthAppRow>(sql`
    select ${appColumns(now)} from oauth_apps as app
    where app.organization_id = ${organization} and app.id = ${id} and app.deleted_at is null ${lock}`);
  if (found === undefined) throw notFound();
  return appFrom(found);
}

export function lockApp(context: Context, id: string): Promise<OauthAppRecord> {
  return findApp(context, id, sql`for update`);
}

type Asked = Pick<OauthAppRecord, 'type' | 'redirect_uris' | 'client_credentials'> & {
  /** Those that are new to the app: it keeps what somebody else gave it. */
  readonly newScopes: readonly string[];
};

/** Refuses rights that the asker does not hold, ways back that others could have, and an app without any way in. */
export function checkApp(context: Context, { type, redirect_uris: uris, client_credentials: alone, ...asked }: Asked) {
  const errors: FieldError[] = missingScopes(context, asked.newScopes);
  for (const [index, uri] of uris.entries()) {
    if (isRedirectUri(uri)) continue;
    const message = 'Write an address with https, or http on this computer, without a fragment, wildcard or user name.';
    errors.push({ pointer: `/redirect_uris/${index}`, code: 'unsafe_redirect_uri', message });
  }
  if (uris.length === 0 && !alone) {
    const message = 'Write where people return to, unless the app only acts on its own.';
    errors.push({ pointer: '/redirect_uris', code: 'required', message });
  }
  if (type === 'public' && alone) {
    const message = 'A public app has no secret, so it cannot act on its own.';
    errors.push({ pointer: '/client_credentials', code: 'public_app', message });
  }
  if (errors.length > 0) throw validationFailed({ errors });
}

function isRedirectUri(uri: string): boolean {
  const place = URL.parse(uri);
  return place !== null && redirectFault(uri) === undefined && isOwnAddress(place);
}
