import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { Id, Instant } from '../../wire/index.ts';

export const deliveryStatuses = ['pending', 'succeeded', 'exhausted'] as const;

export const WebhookDelivery = z.object({
  id: Id('webhook_delivery'),
  webhook_id: Id('webhook'),
  event_id: Id('event').nullable().describe('Null for a test delivery.'),
  event_type: z.string(),
  sequence: z.int().nullable().describe('The sequence number of the event.'),
  replay_of_id: Id('webhook_delivery').nullable().describe('The delivery that this one replays.'),
  status: z.enum(deliveryStatuses).describe('`pending` until an attempt succeeds or the last retry fails.'),
  attempts: z.int(),
  next_attempt_at: Instant.nullable(),
  response_status: z
    .int()
    .nullable()
    .describe('HTTP status of the latest attempt; the next three fields also describe that attempt.'),
  response_ms: z.int().nullable(),
  response_excerpt: z.string().nullable().describe('The beginning of the response body.'),
  error: z.string().nullable().describe('Why there was no response.'),
  created_at: Instant,
  ended_at: Instant.nullable(),
});
type DeliveryRecord = z.output<typeof WebhookDelivery>;
export type DeliveryRow = Omit<DeliveryRecord, 'sequence'> & { readonly sequence: bigint | null };

export const deliveryColumns: Sql = sql`id, webhook_id, event_id, event_type, sequence, replay_of_id, status, attempts,
  next_attempt_at, response_status, response_ms, response_excerpt, error, created_at, ended_at`;

export function deliveryRecord({ sequence, ...row }: DeliveryRow): DeliveryRecord {
  return { ...row, sequence: sequence === null ? null : Number(sequence) };
}
