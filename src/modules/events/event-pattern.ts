import { z } from 'zod';
import { eventKinds } from '../../operation/outbox.ts';
import { nounOf } from './event-access.ts';

const patternMax = 100;

/** One type of event, or all of a noun. */
export const EventPattern = z
  .string()
  .max(patternMax)
  .regex(/^(\*|[a-z_]+\.(\*|[a-z_]+))$/, {
    error: 'Write an event type such as "sale.confirmed", or "sale.*", or "*".',
  })
  .meta({ examples: ['sale.*'] });

/** The types that a pattern means, of those that there are. */
export function typesMeant(pattern: string): string[] {
  return eventKinds()
    .map(({ type }) => type)
    .filter((type) => pattern === '*' || pattern === type || pattern === `${nounOf(type)}.*`);
}
