import { z } from 'zod';
import { ascending } from '../../core/order.ts';
import { eventKinds } from '../../operation/outbox.ts';
import { operation } from '../../operation/operation.ts';
import { permissionOf } from './event-access.ts';
import { EventPattern, typesMeant } from './event-pattern.ts';
import { sampleOf } from './event-sample.ts';

const JsonSchema = z.record(z.string(), z.unknown());

const EventType = z.object({
  type: z.string(),
  permission: z.string().describe('The permission needed to see such events.'),
  schema: JsonSchema.optional().describe('JSON Schema of `data`; only with `details`.'),
  sample: z.record(z.string(), z.unknown()).optional().describe('Such `data`, with `details`.'),
});

type EventType = z.output<typeof EventType>;

export const listEventTypes = operation({
  name: 'list_event_types',
  summary: 'List event types; with `details`, also the schema of their data and a sample.',
  guidance: 'There are many: name the types whose details you want, such as `sale.*`.',
  http: 'GET /event-types',
  effect: 'read',
  permission: 'events:read',
  mcp: 'action',
  input: z.strictObject({ type: EventPattern.default('*'), details: z.boolean().default(false) }),
  output: z.object({ data: z.array(EventType) }),
  run: async (_context, { type: pattern, details }) => {
    const meant = new Set(typesMeant(pattern));
    const data = eventKinds().flatMap(({ type, data: schema }): EventType[] => {
      if (!meant.has(type)) return [];
      return [{ type, permission: permissionOf(type), ...(details && detailsOf(schema)) }];
    });
    return { data: data.toSorted(ascending(({ type }) => type)) };
  },
});

function detailsOf(data: z.ZodType): Pick<EventType, 'schema' | 'sample'> {
  const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return { schema, sample: sampleOf(schema) };
}
