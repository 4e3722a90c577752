import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ClientGroup, groupColumns } from './client-group.ts';

export const getClientGroup = operation({
  name: 'get_client_group',
  summary: 'Get one client group with its number of clients.',
  http: 'GET /client-groups/{id}',
  effect: 'read',
  permission: 'clients:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('client_group'), fields: fieldsInput(ClientGroup).optional() }),
  output: ClientGroup,
  refuses: [notFound],
  async run(context, { id }) {
    const group = await context.db.maybe<ClientGroup>(sql`
      select ${groupColumns} from client_groups g
      where g.organization_id = ${context.organization} and g.id = ${id}`);
    if (group === undefined) throw notFound();
    return group;
  },
});
