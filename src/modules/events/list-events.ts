import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { filter, instantRange, range } from '../../operation/filter.ts';
import { listOf, numberKey, page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { AnyId } from '../../wire/index.ts';
import { Event, eventColumns, eventRecord, type EventRow, eventTables, keptDays } from './event.ts';
import { readableTypes } from './event-access.ts';
import { EventPattern, typesMeant } from './event-pattern.ts';

const isKnown = (pattern: string) => typesMeant(pattern).length > 0;
const patternsMax = 50;

const list = listOf({
  name: 'events',
  row: Event,
  id: sql`published.event_id`,
  sorts: { sequence: numberKey(sql`published.sequence`) },
  defaultSort: '-sequence',
  filters: {
    type: filter(
      z
        .array(EventPattern.refine(isKnown, { error: 'There is no such event type. list_event_types lists them.' }))
        .min(1)
        .max(patternsMax)
        .describe('Event types, or all of a resource: `sale.*`.'),
      (patterns) => sql`published.type = any(${patterns.flatMap(typesMeant)}::text[])`,
    ),
    object_id: filter(AnyId, (id) => sql`published.object_id = ${id}`),
    occurred_at: instantRange(sql`published.occurred_at`),
    sequence: range(z.int().min(0), sql`published.sequence`, (sequence) => sql`${sequence}::bigint`),
  },
});

export const listEvents = operation({
  name: 'list_events',
  summary: `List the events of the last ${keptDays} days: every change, in a stable order.`,
  guidance: 'Only about records you may read. To poll, sort by `sequence` and send `sequence[gt]` of the last one.',
  http: 'GET /events',
  effect: 'read',
  permission: 'events:read',
  mcp: 'action',
  input: list.input,
  output: Page(Event),
  async run(context, input) {
    const found = await page<EventRow>(context, list, input, {
      select: eventColumns,
      from: eventTables,
      where: sql`published.organization_id = ${context.organization}
        and published.type = any(${readableTypes(context.actor)}::text[])`,
    });
    return { ...found, data: found.data.map(eventRecord) };
  },
});
