import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { forbidden, invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { apiKeyRotated, keepBefore, lockKey, NewApiKey, readKey } from './api-key.ts';
import { newKeySecret } from './key-secret.ts';

const graceHoursMax = 168;

export const GraceHours = z
  .int()
  .min(0)
  .max(graceHoursMax)
  .default(0)
  .describe('Hours for which the old secret still works; 0 ends it at once.');

export const rotateApiKey = operation({
  name: 'rotate_api_key',
  summary: 'Rotate the secret of an API key. The old one ends at once, or after `grace_hours`.',
  http: 'POST /api-keys/{id}/rotate',
  effect: 'write',
  permission: 'keys:manage',
  mcp: 'hidden',
  stepUp: true,
  forPeople: true,
  givesRights: true,
  cost: 10,
  input: z.strictObject({ id: Id('api_key'), grace_hours: GraceHours }),
  output: NewApiKey,
  refuses: [notFound, forbidden, invalidStateTransition],
  emits: [apiKeyRotated],
  secretInput: ['key'],
  async run(context, { id, grace_hours: graceHours }) {
    const { db, actor, organization, now } = context;
    const record = await lockKey(context, id);
    // Whoever holds the secret acts with the rights of its maker.
    if (record.member_id !== actor.memberId)
      throw forbidden({ hint: 'Only whoever created a key can rotate it; you may revoke it.' });
    if (record.status !== 'active') throw invalidStateTransition({ status: record.status, allowed: [] });
    keepBefore(context, record);
    context.access.forget(id);
    const { secret: key, prefix, hash } = newKeySecret('key');
    db.later(sql`
      update api_keys set hash = ${hash}, prefix = ${prefix}, rotated_at = ${now},
        -- Kept where it ends at once as well, so that whoever tries the old secret is known for who it was.
        previous_hash = hash,
        previous_valid_until = ${now}::timestamptz + make_interval(hours => ${graceHours}),
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const rotated = await readKey(db, context, id);
    context.emit(apiKeyRotated(rotated));
    return { ...rotated, key };
  },
});
