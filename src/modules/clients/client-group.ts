import { z } from 'zod';
import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { refusal } from '../../operation/errors.ts';
import { filter } from '../../operation/filter.ts';
import { containing, textKey } from '../../operation/list.ts';
import { defineRecord, getRecord, listRecords, nameKeyOf, plain, readOnly } from '../../operation/record/index.ts';
import { Id, recordFields, Text } from '../../wire/index.ts';

export const ClientGroup = z.object({
  id: Id('client_group'),
  organization_id: Id('organization'),
  name: z.string(),
  kind: z.enum(['manual']),
  description: z.string().nullable(),
  price_list_id: Id('price_list').nullable(),
  member_count: z.int(),
  ...recordFields,
});

export const Description = Text(1_000);

const GroupNotice = z.object({ id: Id('client_group'), external_id: z.string().nullable(), version: z.int() });

export const clientGroupNameTaken = refusal(
  'client_group_name_taken',
  409,
  'Another client group has that name.',
  'Use another `name`; case and accents are ignored.',
  ['client_groups_name_key'],
);
export const clientGroupExternalIdTaken = refusal(
  'client_group_external_id_taken',
  409,
  'Another client group has that external_id.',
  'List client groups with that `external_id` to find it.',
  ['client_groups_external_id_key'],
);

export const clientGroups = defineRecord<typeof ClientGroup>({
  name: 'client_group',
  plural: 'client_groups',
  table: 'client_groups',
  path: '/client-groups',
  permissions: { read: 'clients:read', manage: 'clients:manage' },
  schema: ClientGroup,
  columns: {
    name: plain,
    name_key: nameKeyOf('name'),
    kind: readOnly,
    description: plain,
    price_list_id: plain,
  },
  gathered: {
    // Archived clients do not count, as they do not show in a list by the group.
    member_count: sql`(select count(*)::int from clients
      where clients.organization_id = client_groups.organization_id
        and clients.group_ids @> array[client_groups.id] and clients.status = 'active')`,
  },
  tells: GroupNotice,
});

export const getClientGroup = getRecord(clientGroups, { summary: 'Get one client group with its number of clients.' });

export const listClientGroups = listRecords(clientGroups, {
  summary: 'List client groups with the number of clients in each.',
  sorts: { name: textKey(clientGroups.column('name_key')), created_at: 'usual', updated_at: 'usual' },
  defaultSort: 'name',
  filters: {
    q: filter(Text(100), (text) => sql`client_groups.name_key like ${containing(nameKey(text))}`),
    tag: 'usual',
    external_id: 'usual',
    created_at: 'usual',
    updated_at: 'usual',
  },
});
