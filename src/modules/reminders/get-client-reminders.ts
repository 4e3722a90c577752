import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { ClientReminders, clientRemindersRecord, readClientReminders } from './client-reminders.ts';

export const getClientReminders = operation({
  name: 'get_client_reminders',
  summary: 'Get the payment reminder and late fee settings of a client.',
  http: 'GET /clients/{id}/reminders',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('client') }),
  output: ClientReminders,
  refuses: [notFound],
  async run(context, { id }) {
    const [clients, reminders] = await Promise.all([loadClients(context, [id]), readClientReminders(context, id)]);
    if (!clients.has(id)) throw notFound();
    return clientRemindersRecord(context, reminders);
  },
});
