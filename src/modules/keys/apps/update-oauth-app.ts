import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { appInput, checkApp, findApp, keepBefore, lockApp, OauthApp, oauthAppUpdated } from './oauth-app.ts';
import { connectOwn, endOwn } from './own-connection.ts';

export const updateOauthApp = operation({
  name: 'update_oauth_app',
  summary: 'Update an OAuth app: its name, redirect URIs, scopes, or whether it acts on its own.',
  guidance:
    'Scopes taken away end at once; new ones need consent. client_credentials: true lends your rights for a year.',
  http: 'PATCH /oauth-apps/{id}',
  effect: 'write',
  permission: 'keys:manage',
  mcp: 'hidden',
  stepUp: true,
  forPeople: true,
  givesRights: true,
  input: z.strictObject({
    id: Id('oauth_app'),
    name: appInput.name.optional(),
    redirect_uris: appInput.redirect_uris.optional(),
    scopes: appInput.scopes.optional(),
    client_credentials: appInput.client_credentials.optional(),
    version: Version.optional(),
  }),
  output: OauthApp,
  refuses: [notFound, validationFailed, versionConflict],
  emits: [oauthAppUpdated],
  async run(context, { id, version, ...patch }) {
    const { db, actor, organization, now } = context;
    const app = await lockApp(context, id);
    if (version !== undefined && version !== app.version) throw versionConflict({ current_version: app.version });
    const scopes = [...new Set(patch.scopes ?? app.scopes)];
    const { name = app.name, redirect_uris: uris = app.redirect_uris, client_credentials: alone } = patch;
    // Whoever lets it act on their own behalf, or has its codes sent elsewhere, holds all of it; whoever widens it,
    // what is new.
    const leadsElsewhere = uris.some((uri) => !app.redirect_uris.includes(uri));
    const holdsAll = alone === true || leadsElsewhere;
    const newScopes = holdsAll ? scopes : scopes.filter((scope) => !app.scopes.includes(scope));
    const actsAlone = alone ?? app.client_credentials;
    checkApp(context, { type: app.type, redirect_uris: uris, client_credentials: actsAlone, newScopes });
    keepBefore(context, app);
    context.access.forget(id);
    db.later(sql`
      update oauth_apps set name = ${name}, redirect_uris = ${[...new Set(uris)]}, scopes = ${scopes},
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    narrowConnections(context, id, scopes);
    if (alone === true) await connectOwn(context, { id, name, scopes });
    if (alone === false) await endOwn(context, id);
    const changed = await findApp(context, id);
    context.emit(oauthAppUpdated(changed));
    return changed;
  },
});

/** What is taken from an app is gone from its connections, even if the app gets it back. One with nothing left ends. */
function narrowConnections({ db, actor, organization, now }: Context, app: string, scopes: readonly string[]): void {
  db.later(sql`
    update api_keys set
      scopes = case when scopes && ${[...scopes]}
        then array(select unnest(scopes) intersect select unnest(${[...scopes]}::text[]) order by 1) else scopes end,
      revoked_at = case when not scopes && ${[...scopes]} then ${now}::timestamptz end,
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and app_id = ${app} and revoked_at is null
      and not scopes <@ ${[...scopes]}`);
}
