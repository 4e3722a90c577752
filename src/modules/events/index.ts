import type { Operation } from '../../operation/operation.ts';
import { getEvent } from './get-event.ts';
import { listEvents } from './list-events.ts';
import { listEventTypes } from './list-event-types.ts';

export {
  organizationsToPublish,
  publishedAtOnceMax,
  type PublishedEvent,
  publishEvents,
  purgeJob,
  queuePurge,
} from './publish-events.ts';
export { permissionOf, readableTypes } from './event-access.ts';
export { type EventMark, eventsAfter, feedState, publishedChannel } from './event-feed.ts';
export { type EventFacts, eventsById } from './events-by-id.ts';
export { EventPattern, typesMeant } from './event-pattern.ts';
export { eventsBetween } from './events-between.ts';
export { forgetExternalId } from './forget-external-id.ts';
export { hasEvents, purgeEvents } from './purge-events.ts';

export { listEvents };

export const operations: readonly Operation[] = [listEvents, getEvent, listEventTypes];
