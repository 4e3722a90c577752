import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
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
export type ClientGroup = z.output<typeof ClientGroup>;

export const Description = Text(1_000);

const GroupNotice = z.object({ id: Id('client_group'), external_id: z.string().nullable(), version: z.int() });

export const clientGroupCreated = event('client_group.created', GroupNotice);
export const clientGroupUpdated = event('client_group.updated', GroupNotice);
export const clientGroupDeleted = event('client_group.deleted', GroupNotice);

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

export const wireClientGroup: (group: ClientGroup) => unknown = encoderOf(ClientGroup);

/** The columns of a group called `g`. Archived clients do not count, as they do not show in a list by the group. */
export const groupColumns = sql`g.id, g.organization_id, g.name, g.kind, g.description, g.price_list_id,
  g.external_id, g.metadata,
  g.custom_fields, g.tags, g.version, g.created_at, g.updated_at, g.created_by, g.updated_by,
  (select count(*)::int from clients c where c.organization_id = g.organization_id and c.group_ids @> array[g.id]
   and c.status = 'active') as member_count`;

export async function lockClientGroup(context: Context, id: string, version: number | undefined): Promise<ClientGroup> {
  const group = await context.db.maybe<ClientGroup>(sql`
    select ${groupColumns} from client_groups g
    where g.organization_id = ${context.organization} and g.id = ${id} for update of g`);
  if (group === undefined) throw notFound();
  if (version !== undefined && version !== group.version) throw versionConflict({ current_version: group.version });
  return group;
}
