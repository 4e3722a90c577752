import { z } from 'zod';
import { limitExceeded, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { ForeignText, ForeignValue, Id, Instant } from '../../wire/index.ts';
import { entriesAbout, EntryAbout } from '../audit/index.ts';
import { loadClients } from '../clients/index.ts';
import { readable } from './readable.ts';
import { rowsAbout } from './rows-about.ts';

const ClientId = Id('client');

export const exportClient = operation({
  name: 'export_client',
  summary: 'Everything that is kept about one client: the record, sales, payments, documents, mails, files, history.',
  guidance: 'For somebody who asks what is known of them. `readable` says the same as text.',
  http: 'GET /clients/{id}/export',
  effect: 'read',
  permission: 'data:export',
  mcp: 'action',
  cost: 20,
  input: z.strictObject({ id: ClientId }),
  output: z.object({
    client_id: ClientId,
    made_at: Instant,
    records: z
      .record(z.string(), z.array(z.record(z.string(), ForeignValue)))
      .describe('By kind, as they are kept: ids are bare, and amounts count the smallest unit of their currency.'),
    history: z.array(EntryAbout).describe('What was done to the record, by whom and when, the latest first.'),
    readable: ForeignText,
  }),
  refuses: [notFound, limitExceeded],
  async run(context, { id }) {
    const [clients, records, history] = await Promise.all([
      loadClients(context, [id]),
      rowsAbout(context, id),
      entriesAbout(context, z.encode(ClientId, id)),
    ]);
    if (clients.get(id) === undefined) throw notFound();
    return {
      client_id: id,
      made_at: context.now,
      records: Object.fromEntries(records.map(({ table, rows }) => [table, [...rows]])),
      history,
      readable: readable(records),
    };
  },
});
