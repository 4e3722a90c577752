import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { limitExceeded, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { newKeySecret } from '../key-secret.ts';
import { appInput, appTypes, checkApp, findApp, NewOauthApp, oauthAppCreated } from './oauth-app.ts';
import { connectOwn } from './own-connection.ts';

const appsMax = 100;

export const createOauthApp = operation({
  name: 'create_oauth_app',
  summary: 'Create an OAuth app, by which people connect a program to the REST API.',
  guidance:
    'For integration platforms and your software: each person allows it within their rights. The secret is shown once.',
  http: 'POST /oauth-apps',
  effect: 'write',
  permission: 'keys:manage',
  mcp: 'hidden',
  creates: true,
  stepUp: true,
  forPeople: true,
  givesRights: true,
  cost: 10,
  input: z.strictObject({
    ...appInput,
    type: z.enum(appTypes).default('confidential').describe('`public` for what cannot keep a secret.'),
    redirect_uris: appInput.redirect_uris.default([]),
    client_credentials: appInput.client_credentials.default(false),
  }),
  output: NewOauthApp,
  refuses: [limitExceeded, validationFailed],
  emits: [oauthAppCreated],
  secretInput: ['client_secret'],
  async run(context, input) {
    const { db, actor, organization, now } = context;
    const scopes = [...new Set(input.scopes)];
    checkApp(context, { ...input, newScopes: scopes });
    const { apps } = await db.one<{ apps: bigint }>(sql`
      select count(*) as apps from oauth_apps where organization_id = ${organization} and deleted_at is null`);
    if (apps >= appsMax) throw limitExceeded({ max: appsMax, hint: 'Delete an app that is no longer used.' });
    const id = context.newId();
    const secret = input.type === 'public' ? undefined : newKeySecret('app');
    const stamp = JSON.stringify(actorStamp(actor));
    db.later(sql`
      insert into oauth_apps (organization_id, id, name, redirect_uris, scopes, prefix, hash, created_at, updated_at,
        created_by, updated_by)
      values (${organization}, ${id}, ${input.name}, ${[...new Set(input.redirect_uris)]}, ${scopes},
        ${secret?.prefix ?? null}, ${secret?.hash ?? null}, ${now}, ${now}, ${stamp}, ${stamp})`);
    if (input.client_credentials) await connectOwn(context, { id, name: input.name, scopes });
    const record = await findApp(context, id);
    context.emit(oauthAppCreated(record));
    return { ...record, client_secret: secret?.secret ?? null };
  },
});
