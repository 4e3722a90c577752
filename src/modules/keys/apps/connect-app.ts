import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { type FieldError, limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { keptLimits } from '../../connector/index.ts';
import { checkKeyInput, keyInput, Scopes } from '../api-key.ts';
import { ConnectedApp, connectedAppCreated, findConnection } from './connected-app.ts';
import { isActive } from './connection-standing.ts';
import { findApp } from './oauth-app.ts';

const connectionsOfMemberMax = 100;

export const connectApp = operation({
  name: 'connect_app',
  summary: 'Connect an OAuth app of the organisation to act for you through the REST API.',
  guidance: 'The OAuth consent page calls this. The app then gets tokens that end with this connection.',
  http: 'POST /connected-apps',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  creates: true,
  stepUp: true,
  input: z.strictObject({
    app_id: Id('oauth_app'),
    scopes: Scopes,
    expires_at: keyInput.expires_at.describe('Null or left out for no expiry.'),
    limits: keyInput.limits,
  }),
  output: ConnectedApp,
  refuses: [notFound, limitExceeded, validationFailed],
  emits: [connectedAppCreated],
  async run(context, { app_id: appId, ...input }) {
    const { db, actor, organization, now } = context;
    const app = await findApp(context, appId, sql`for share`);
    checkKeyInput(context, input);
    const errors: FieldError[] = [...input.scopes.entries()].flatMap(([index, scope]) =>
      app.scopes.includes(scope)
        ? []
        : [{ pointer: `/scopes/${index}`, code: 'not_registered', message: `The app may not ask for ${scope}.` }],
    );
    if (errors.length > 0) throw validationFailed({ errors });
    const { active } = await db.one<{ active: bigint }>(sql`
      select count(*) as active from api_keys as key where key.organization_id = ${organization}
        and key.member_id = ${actor.memberId} and key.user_id is not null and ${isActive(now)}`);
    if (active >= connectionsOfMemberMax) {
      throw limitExceeded({ max: connectionsOfMemberMax, hint: 'Disconnect an app that is no longer used.' });
    }
    const id = context.newId();
    const stamp = JSON.stringify(actorStamp(actor));
    db.later(sql`
      insert into api_keys (organization_id, id, member_id, name, app_id, user_id, scopes, requests_per_minute, limits,
        expires_at, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${actor.memberId}, ${app.name}, ${appId}, ${actor.userId},
        ${[...new Set(input.scopes)]}, ${input.limits?.requests_per_minute ?? null},
        ${JSON.stringify(keptLimits(input.limits))}, ${input.expires_at ?? null}, ${now}, ${now}, ${stamp}, ${stamp})`);
    const record = await findConnection(context, id);
    context.emit(connectedAppCreated(record));
    return record;
  },
});
