import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { filter, instantRange } from '../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { ExternalId, Text } from '../../wire/index.ts';
import { ClientGroup, groupColumns } from './client-group.ts';

const clientGroups = listOf({
  name: 'client_groups',
  row: ClientGroup,
  id: sql`g.id`,
  sorts: {
    name: textKey(sql`g.name_key`),
    created_at: instantKey(sql`g.created_at`),
    updated_at: instantKey(sql`g.updated_at`),
  },
  defaultSort: 'name',
  filters: {
    q: filter(Text(100), (text) => sql`g.name_key like ${containing(nameKey(text))}`),
    tag: filter(Text(50), (tag) => sql`g.tags @> ${[tag]}::text[]`),
    external_id: filter(ExternalId, (id) => sql`g.external_id = ${id}`),
    created_at: instantRange(sql`g.created_at`),
    updated_at: instantRange(sql`g.updated_at`),
  },
});

export const listClientGroups = operation({
  name: 'list_client_groups',
  summary: 'List client groups with the number of clients in each.',
  http: 'GET /client-groups',
  effect: 'read',
  permission: 'clients:read',
  mcp: 'action',
  input: clientGroups.input,
  output: Page(ClientGroup),
  run: (context, input) =>
    page<ClientGroup>(context, clientGroups, input, {
      select: groupColumns,
      from: sql`client_groups g`,
      where: sql`g.organization_id = ${context.organization}`,
    }),
});
