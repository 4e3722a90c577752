import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Event, eventColumns, eventRecord, type EventRow, eventTables } from './event.ts';
import { readableTypes } from './event-access.ts';

export const getEvent = operation({
  name: 'get_event',
  summary: 'Get an event of the last 30 days.',
  http: 'GET /events/{id}',
  effect: 'read',
  permission: 'events:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('event') }),
  output: Event,
  refuses: [notFound],
  async run({ db, organization, actor }, { id }) {
    const row = await db.maybe<EventRow>(sql`
      select ${eventColumns} from ${eventTables}
      where published.organization_id = ${organization} and published.event_id = ${id}
        and published.type = any(${readableTypes(actor)}::text[])`);
    if (row === undefined) throw notFound();
    return eventRecord(row);
  },
});
