import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, invalidStateTransition, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { missingScopes } from '../api-key.ts';
import { newKeySecret } from '../key-secret.ts';
import { GraceHours } from '../rotate-api-key.ts';
import { findApp, keepBefore, lockApp, NewOauthApp, oauthAppRotated } from './oauth-app.ts';
import { connectOwn } from './own-connection.ts';

export const rotateOauthAppSecret = operation({
  name: 'rotate_oauth_app_secret',
  summary: 'Rotate the secret of an OAuth app. The old one ends at once, or after `grace_hours`.',
  guidance: 'Connections go on; without `grace_hours`, the tokens that it got on its own end.',
  http: 'POST /oauth-apps/{id}/rotate',
  effect: 'write',
  permission: 'keys:manage',
  mcp: 'hidden',
  stepUp: true,
  forPeople: true,
  givesRights: true,
  cost: 10,
  input: z.strictObject({ id: Id('oauth_app'), grace_hours: GraceHours }),
  output: NewOauthApp,
  refuses: [notFound, forbidden, invalidStateTransition],
  emits: [oauthAppRotated],
  secretInput: ['client_secret'],
  async run(context, { id, grace_hours: graceHours }) {
    const { db, actor, organization, now } = context;
    const app = await lockApp(context, id);
    // Whoever holds the secret acts with the rights of that member.
    if (app.acts_for !== null && app.acts_for !== actor.memberId) {
      throw forbidden({
        hint: 'The app acts with the rights of another member. Send client_credentials with update_oauth_app first.',
      });
    }
    // Whoever holds the secret gets tokens for the codes of others.
    if (missingScopes(context, app.scopes).length > 0) {
      throw forbidden({
        hint: 'You do not hold every scope of the app. Take away the others with update_oauth_app first.',
      });
    }
    if (app.type === 'public') throw invalidStateTransition({ status: app.type, allowed: [] });
    keepBefore(context, app);
    const { secret, prefix, hash } = newKeySecret('app');
    db.later(sql`
      update oauth_apps set hash = ${hash}, prefix = ${prefix}, rotated_at = ${now}, previous_hash = hash,
        previous_valid_until = ${now}::timestamptz + make_interval(hours => ${graceHours}),
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    // A secret that ends at once may have leaked, and so may the tokens that it gave by itself.
    if (graceHours === 0 && app.acts_for !== null) {
      context.access.forget(id);
      await connectOwn(context, app);
    }
    const rotated = await findApp(context, id);
    context.emit(oauthAppRotated(rotated));
    return { ...rotated, client_secret: secret };
  },
});
