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
  summary: 'Export all personal data of a client: record, sales, payments, documents, mail and files.',
  guidance: 'For a data subject access request (GDPR); includes history. `readable` is the same as text.',
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
      .describe('By record type, as stored: ids are bare, and amounts are in minor units of their currency.'),
    history: z.array(EntryAbout).describe('Change history of the record, latest first.'),
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
