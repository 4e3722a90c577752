import type { Database, Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { type ConnectionKey, secretHash } from '../../connector/index.ts';
import { isKeySecret } from '../key-secret.ts';
import { type AppKey, appNamedBy, clientIdOf } from './client-id.ts';
import { stands } from './connection-standing.ts';

/** An app as the authorization server knows it. */
export type RegisteredApp = AppKey & {
  readonly clientId: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
};

/** A grant of an app as it stands: to whom, and how far it goes now. */
export type AppConnection = {
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
};

/** What the authorization server asks of the apps. */
export type RegisteredApps = {
  find(clientId: string): Promise<RegisteredApp | undefined>;
  /** Compares hashes of 256 random bits, so the time it takes tells nothing. */
  secretFits(clientId: string, secret: string): Promise<boolean>;
  /** That by which it acts on its own. */
  ownConnection(clientId: string): Promise<ConnectionKey | undefined>;
  connection(key: ConnectionKey): Promise<AppConnection | undefined>;
};

export function openRegisteredApps({ db, now }: { readonly db: Database; readonly now: () => string }): RegisteredApps {
  const read = async <Found>(clientId: string, look: (tx: Db, key: AppKey) => Promise<Found | undefined>) => {
    const key = appNamedBy(clientId);
    if (key === undefined) return undefined;
    const { organization } = key;
    return db.transaction({ organization, readOnly: true }, (tx) => look(tx, key));
  };
  return {
    ownConnection: (clientId) =>
      read(clientId, (tx, { organization, id }) =>
        tx.maybe<ConnectionKey>(sql`
          select organization_id as organization, id from api_key_credentials
          where organization_id = ${organization} and app_id = ${id} and allowed_by is null and ${stands(now())}`),
      ),
    find: async (clientId) => {
      const found = await read(clientId, (tx, { organization, id }) =>
        tx.maybe<Omit<RegisteredApp, 'clientId'>>(sql`
          select organization_id as organization, id, name, hash is null as "isPublic",
            redirect_uris as "redirectUris", scopes
          from oauth_apps where organization_id = ${organization} and id = ${id} and deleted_at is null`),
      );
      return found && { ...found, clientId };
    },
    secretFits: async (clientId, secret) => {
      if (!isKeySecret(secret, 'app')) return false;
      const hash = secretHash(secret);
      const found = await read(clientId, (tx, { organization, id }) =>
        tx.maybe(sql`
          select id from oauth_apps
          where organization_id = ${organization} and id = ${id} and deleted_at is null
            and (hash = ${hash} or (previous_hash = ${hash} and previous_valid_until > ${now()}))`),
      );
      return found !== undefined;
    },
    connection: async ({ organization, id }) => {
      const found = await db.transaction({ organization, readOnly: true }, (tx) =>
        tx.maybe<{ user: string; app: string; scopes: readonly string[] }>(sql`
          select user_id as "user", app_id as app, scopes from api_key_credentials
          where organization_id = ${organization} and id = ${id} and allowed_by is not null and ${stands(now())}`),
      );
      if (found === undefined) return undefined;
      return { userId: found.user, clientId: clientIdOf({ organization, id: found.app }), scopes: found.scopes };
    },
  };
}
