import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import { keepBefore, lockApp, OauthApp, oauthAppDeleted } from './oauth-app.ts';

export const deleteOauthApp = operation({
  name: 'delete_oauth_app',
  summary: 'Delete an OAuth app. Ends all of its connections and their tokens at once.',
  http: 'DELETE /oauth-apps/{id}',
  effect: 'destructive',
  permission: 'keys:manage',
  mcp: 'hidden',
  forPeople: true,
  givesRights: true,
  input: z.strictObject({
    id: Id('oauth_app'),
    reason: Text(200).optional().describe('The reason, for the audit log.'),
  }),
  output: OauthApp,
  refuses: [notFound],
  emits: [oauthAppDeleted],
  async run(context, { id }) {
    const { db, actor, organization, now } = context;
    const app = await lockApp(context, id);
    keepBefore(context, app);
    context.access.forget(id);
    const stamp = JSON.stringify(actorStamp(actor));
    db.later(sql`
      update oauth_apps set deleted_at = ${now}, version = version + 1, updated_at = ${now}, updated_by = ${stamp}
      where organization_id = ${organization} and id = ${id}`);
    db.later(sql`
      update api_keys set revoked_at = ${now}, version = version + 1, updated_at = ${now}, updated_by = ${stamp}
      where organization_id = ${organization} and app_id = ${id} and revoked_at is null`);
    const deleted = {
      ...app,
      connections: 0,
      client_credentials: false,
      acts_for: null,
      version: app.version + 1,
      updated_at: now,
      updated_by: actorStamp(actor),
    };
    context.emit(oauthAppDeleted(deleted));
    return deleted;
  },
});
