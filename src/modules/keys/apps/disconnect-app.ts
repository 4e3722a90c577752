import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import { ConnectedApp, connectedAppEnded, findConnection, keepBefore } from './connected-app.ts';

export const disconnectApp = operation({
  name: 'disconnect_app',
  summary: 'Disconnect an OAuth app. Every token of the connection ends at once.',
  guidance: 'Yours, or with keys:manage anybody’s. Its record is kept for the audit trail. Again, it changes nothing.',
  http: 'DELETE /connected-apps/{id}',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('connected_app'),
    reason: Text(200).optional().describe('The reason, for the audit log.'),
  }),
  output: ConnectedApp,
  refuses: [notFound, forbidden],
  emits: [connectedAppEnded],
  async run(context, { id }) {
    const { db, actor, organization, now } = context;
    const connection = await findConnection(context, id, sql`for update of key`);
    const needs = 'keys:manage';
    if (connection.member_id !== actor.memberId && !actor.permissions.has(needs)) throw forbidden({ needs });
    keepBefore(context, connection);
    context.access.forget(id);
    if (connection.revoked_at !== null) return connection;
    db.later(sql`
      update api_keys set revoked_at = ${now}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const ended = await findConnection(context, id);
    context.emit(connectedAppEnded(ended));
    return ended;
  },
});
