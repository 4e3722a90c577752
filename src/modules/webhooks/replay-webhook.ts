import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, limitExceeded, notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, InstantInput } from '../../wire/index.ts';
import { eventsBetween, typesMeant } from '../events/index.ts';
import { checkEnabled, wakeQueue } from './queue-delivery.ts';
import { checkTypes, EventTypes, lockWebhook } from './webhook.ts';

const replayedMax = 10_000;

export const replayWebhook = operation({
  name: 'replay_webhook',
  summary: 'Replay the events of a period to a webhook, including those missed while disabled.',
  guidance: 'Only event types it subscribes to. `missed_only` skips events already delivered.',
  http: 'POST /webhooks/{id}/replay',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'action',
  reachesOutside: true,
  cost: 20,
  noUndo: 'sent',
  input: z.strictObject({
    id: Id('webhook'),
    since: InstantInput,
    until: InstantInput.optional().describe('Defaults to now.'),
    event_types: EventTypes.optional(),
    missed_only: z.boolean().default(false),
  }),
  output: z.object({ id: Id('webhook'), queued: z.int().describe('Number of deliveries queued.') }),
  refuses: [validationFailed, notFound, invalidStateTransition, limitExceeded],
  async run(context, { id, since, until = context.now, event_types: only = ['*'], missed_only: missedOnly }) {
    const { db, organization, now, newId } = context;
    if (only[0] !== '*') checkTypes(context, only);
    const webhook = await lockWebhook(context, id);
    checkEnabled(webhook);
    const told = new Set(webhook.event_types.flatMap(typesMeant));
    const types = [...new Set(only.flatMap(typesMeant))].filter((type) => told.has(type));
    const events = await eventsBetween(context, { since, until, types, max: replayedMax + 1 });
    if (events.length > replayedMax) {
      throw limitExceeded({ max: replayedMax, hint: 'Narrow the period, or name fewer event types.' });
    }
    const rows = events.map((event) => ({ ...event, delivery: newId() }));
    const queued = await db.run(sql`
      insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, sequence, next_attempt_at,
        created_at)
      select ${organization}, row.id, ${id}, row.event_id, row.type, row.sequence, ${now}, ${now}
      from unnest(${rows.map(({ delivery }) => delivery)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map(({ type }) => type)}::text[], ${rows.map(({ sequence }) => sequence)}::bigint[])
        as row (id, event_id, type, sequence)
      where not ${missedOnly} or not exists (select from webhook_deliveries as done
        where done.organization_id = ${organization} and done.event_id = row.event_id and done.webhook_id = ${id}
          and done.status in ('succeeded', 'pending'))`);
    if (queued > 0) wakeQueue(context, id);
    return { id, queued };
  },
});
