import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { apiVersion } from '../../operation/api-version.ts';
import { ActorStamp, Id, Instant } from '../../wire/index.ts';

/** Days for which events are listed. */
export const keptDays = 30;

export const Event = z.object({
  id: Id('event'),
  type: z.string().meta({ examples: ['sale.confirmed'] }),
  sequence: z.int().describe('Sequence number within the organisation, without gaps.'),
  occurred_at: Instant,
  object_id: z.string().nullable().describe('The record it is about.'),
  api_version: z.iso.date().describe('The API version of `data`.'),
  data: z.record(z.string(), z.unknown()).describe('Facts as of the event; their schema is at /api/event-types.'),
  actor: ActorStamp,
  request_id: z.string(),
});
type EventRecord = z.output<typeof Event>;

export type EventRow = Omit<EventRecord, 'sequence' | 'api_version'> & { readonly sequence: bigint };

export const eventColumns: Sql = sql`published.event_id as id, published.type, published.sequence,
  published.occurred_at, published.object_id, event_data(told.events, published.event_id) as data,
  told.actor, told.request_id`;

export const eventTables: Sql = sql`published_events as published
  join call_events as told on told.organization_id = published.organization_id and told.id = published.row_id`;

export function eventRecord({ sequence, ...row }: EventRow): EventRecord {
  return { ...row, sequence: Number(sequence), api_version: apiVersion };
}
