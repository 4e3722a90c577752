import { enqueue } from '../../operation/jobs.ts';
import type { PublishedEvent } from '../events/index.ts';
import { noticeKinds } from './notification.ts';

/** The kind of the job that tells members what happened. */
export const noticesJob = 'notify_members';

type Queueing = Parameters<typeof enqueue>[0];

/** So many events are told in one job, after which others have their turn. */
const eventsPerJob = 100;

/** Queues what people are told of, in the transaction that publishes it: what is numbered is told. */
export function queueNotices(queueing: Queueing, events: readonly PublishedEvent[]): void {
  const told = new Set(noticeKinds().map(({ type }) => type));
  const ids = events.filter(({ type }) => told.has(type)).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += eventsPerJob) {
    enqueue(queueing, { kind: noticesJob, payload: { event_ids: ids.slice(from, from + eventsPerJob) } });
  }
}
