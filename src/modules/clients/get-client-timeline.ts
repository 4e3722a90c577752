import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { HistoryEntry, historyInput, readHistory } from '../../operation/history.ts';
import { Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';

const ClientId = Id('client');

export const getClientTimeline = operation({
  name: 'get_client_timeline',
  summary: 'Get the timeline of a client: its activity and changes with their author, latest first.',
  http: 'GET /clients/{id}/timeline',
  effect: 'read',
  permission: 'clients:read',
  mcp: 'action',
  input: z.strictObject({ id: ClientId, ...historyInput }),
  output: Page(HistoryEntry),
  refuses: [notFound],
  async run(context, { id, ...place }) {
    const [client, history] = await Promise.all([
      context.db.maybe(sql`select id from clients where organization_id = ${context.organization} and id = ${id}`),
      readHistory(context, { recordId: z.encode(ClientId, id), ...place }),
    ]);
    if (client === undefined) throw notFound();
    return history;
  },
});
