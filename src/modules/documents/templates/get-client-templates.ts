import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { loadClients } from '../../clients/index.ts';
import { ClientTemplates, readClientTemplates } from './client-templates.ts';

export const getClientTemplates = operation({
  name: 'get_client_templates',
  summary: 'Get the templates assigned to a client, which take precedence over the defaults.',
  http: 'GET /clients/{id}/document-templates',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('client') }),
  output: ClientTemplates,
  refuses: [notFound],
  async run(context, { id }) {
    const [clients, templates] = await Promise.all([loadClients(context, [id]), readClientTemplates(context, id)]);
    if (!clients.has(id)) throw notFound();
    return templates;
  },
});
