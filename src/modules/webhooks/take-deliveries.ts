import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { Id } from '../../wire/index.ts';
import { type DeliveryQueue, testType } from './dispatch.ts';
import type { Sealed } from './secret.ts';

const takenMax = 20;

/** Address and signing secrets of a receiver. */
export type Receiver = Sealed & {
  readonly url: string;
  readonly max_concurrency: number;
  readonly sealed_headers: Uint8Array | null;
};

export type Taken = {
  readonly id: string;
  /** Of attempts that were made before. */
  readonly attempts: number;
  /** Message id for the receiver: the same at every attempt, and at every replay. */
  readonly message_id: string;
  readonly body: string;
};

/** Deliveries due for a webhook; undefined where nothing may be sent to it. */
export async function takeDeliveries(
  db: Db,
  { webhook, organization }: DeliveryQueue,
  now: string,
): Promise<{ receiver: Receiver; deliveries: Taken[] } | undefined> {
  const [receiver, rows] = await Promise.all([
    db.maybe<Receiver & { readonly api_version: string }>(sql`
      select id as webhook_id, url, max_concurrency, sealed_secret, sealed_headers, api_version,
        case when previous_secret_expires_at > ${now} then sealed_previous_secret end as sealed_previous_secret
      from webhooks where organization_id = ${organization} and id = ${webhook} and status = 'enabled'`),
    db.many<Row>(sql`
      select delivery.id, delivery.attempts, delivery.event_id, delivery.event_type, delivery.sequence,
        coalesce(told.occurred_at, delivery.created_at) as occurred_at,
        event_data(told.events, delivery.event_id) as data, told.actor, told.request_id
      from webhook_deliveries as delivery
        left join call_events as told
          on told.organization_id = delivery.organization_id and told.id = delivery.event_row_id
      where delivery.organization_id = ${organization} and delivery.webhook_id = ${webhook}
        and delivery.status = 'pending' and delivery.next_attempt_at <= ${now}
      order by delivery.next_attempt_at, delivery.sequence limit ${takenMax}`),
  ]);
  if (receiver === undefined) return undefined;
  const about = { organization, webhook, apiVersion: receiver.api_version };
  return { receiver, deliveries: rows.map((row) => takenFrom(row, about)) };
}

type Row = {
  readonly id: string;
  readonly attempts: number;
  readonly event_id: string | null;
  readonly event_type: string;
  readonly sequence: bigint | null;
  readonly occurred_at: string;
  readonly data: unknown;
  readonly actor: unknown;
  readonly request_id: string | null;
};

type About = { readonly organization: string; readonly webhook: string; readonly apiVersion: string };

function takenFrom(row: Row, { organization, webhook, apiVersion }: About): Taken {
  const { event_id: eventId, sequence } = row;
  const id = eventId === null ? z.encode(Id('webhook_delivery'), row.id) : z.encode(Id('event'), eventId);
  const told = {
    id,
    type: row.event_type,
    timestamp: row.occurred_at,
    sequence: sequence === null ? null : Number(sequence),
    organization_id: z.encode(Id('organization'), organization),
    api_version: apiVersion,
    data: row.event_type === testType ? { id: z.encode(Id('webhook'), webhook) } : row.data,
    actor: row.actor ?? null,
    request_id: row.request_id,
  };
  return { id: row.id, attempts: row.attempts, message_id: id, body: JSON.stringify(told) };
}
