import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { findApp, OauthApp } from './oauth-app.ts';

export const getOauthApp = operation({
  name: 'get_oauth_app',
  summary: 'Get an OAuth app: its redirect URIs, scopes, and how many connections it has.',
  http: 'GET /oauth-apps/{id}',
  effect: 'read',
  permission: 'keys:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('oauth_app') }),
  output: OauthApp,
  refuses: [notFound],
  run: (context, { id }) => findApp(context, id),
});
