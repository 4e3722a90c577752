import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { ConnectedApp, findConnection } from './connected-app.ts';

export const getConnectedApp = operation({
  name: 'get_connected_app',
  summary: 'Get the connection of an OAuth app: for whom it acts, its scopes and last use.',
  http: 'GET /connected-apps/{id}',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('connected_app') }),
  output: ConnectedApp,
  refuses: [notFound],
  run: (context, { id }) => findConnection(context, id),
});
