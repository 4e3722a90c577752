import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text } from '../../wire/index.ts';
import { ApiKey, apiKeyRevoked, keepBefore, lockKey, readKey } from './api-key.ts';

export const revokeApiKey = operation({
  name: 'revoke_api_key',
  summary: 'Revoke an API key immediately and permanently.',
  guidance: 'Its record is kept for the audit trail. Revoking it again changes nothing.',
  http: 'DELETE /api-keys/{id}',
  effect: 'destructive',
  permission: 'keys:manage',
  mcp: 'hidden',
  forPeople: true,
  givesRights: true,
  input: z.strictObject({
    id: Id('api_key'),
    reason: Text(200).optional().describe('The reason, for the audit log.'),
  }),
  output: ApiKey,
  refuses: [notFound],
  emits: [apiKeyRevoked],
  async run(context, { id }) {
    const { db, actor, organization, now } = context;
    const key = await lockKey(context, id);
    keepBefore(context, key);
    context.access.forget(id);
    if (key.revoked_at !== null) return key;
    db.later(sql`
      update api_keys set revoked_at = ${now}, previous_hash = null, previous_valid_until = null,
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const revoked = await readKey(db, context, id);
    context.emit(apiKeyRevoked(revoked));
    return revoked;
  },
});
