import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { Id, Instant, Text } from '../../wire/index.ts';
import { type PermissionName, permissionNames } from './permissions.ts';

export const Role = z.object({
  id: Id('role'),
  name: z.string(),
  kind: z.enum(['system', 'custom']),
  permissions: z.array(z.string()),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});

export type RoleRow = z.output<typeof Role>;

export const RoleName = Text(100);
// The catalogue of permissions is a list of at least one.
const names = permissionNames as readonly [PermissionName, ...PermissionName[]];
export const Permissions = z
  .array(z.enum(names))
  .min(1)
  .max(names.length)
  .transform((list) => [...new Set(list)].toSorted());

const roleColumns = sql`roles.id, roles.name, roles.kind, roles.permissions, roles.version, roles.created_at,
  roles.updated_at`;

export const wireRole: (role: RoleRow) => unknown = encoderOf(Role);

export const roleCreated = event('role.created', Role);
export const roleUpdated = event('role.updated', Role);
export const roleDeleted = event('role.deleted', Role);

export const roleNameTaken = refusal(
  'role_name_taken',
  409,
  'A role with that name already exists.',
  'Use another `name`; capitals do not tell names apart.',
  ['roles_name_key'],
);
export const systemRoleFixed = refusal(
  'system_role_fixed',
  409,
  'System roles cannot be changed.',
  'Duplicate it at POST /api/team/roles/{id}/duplicate, and change the copy.',
);

/** Reads a role under the lock of the team. */
export async function findRole({ db, organization }: Context, id: string): Promise<RoleRow> {
  const role = await db.maybe<RoleRow>(sql`
    select ${roleColumns} from roles where organization_id = ${organization} and id = ${id}`);
  if (role === undefined) throw notFound();
  return role;
}

/** A role that may be changed, in the version that the caller knows. */
export function mustBeCustom({ kind, version }: RoleRow, known: number | undefined): void {
  if (kind === 'system') throw systemRoleFixed();
  if (known !== undefined && known !== version) throw versionConflict({ current_version: version });
}

/** The roles with these ids, in their order; refused where one is not there. */
export async function findRoles({ db, organization }: Context, ids: readonly string[]): Promise<RoleRow[]> {
  if (ids.length === 0) return [];
  const found = await db.many<RoleRow>(sql`
    select ${roleColumns} from roles where organization_id = ${organization} and id = any(${ids}::uuid[])`);
  return ids.map((id, index) => {
    const role = found.find((one) => one.id === id);
    if (role !== undefined) return role;
    throw missing(`/role_ids/${index}`, 'role');
  });
}

/** The roles that an invite gives, as they are now. */
export function rolesOfInvite(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  invite: string,
): Promise<RoleRow[]> {
  return db.many<RoleRow>(sql`
    select ${roleColumns} from roles join invites on invites.organization_id = roles.organization_id
      and roles.id = any(invites.role_ids)
    where roles.organization_id = ${organization} and invites.id = ${invite} order by roles.name`);
}

/** Union of the permissions of roles. */
export function rightsOf(roles: readonly RoleRow[]): { permissions: string[]; isOwner: boolean } {
  return {
    permissions: [...new Set(roles.flatMap(({ permissions }) => permissions))],
    isOwner: roles.some(({ kind, name }) => kind === 'system' && name === 'owner'),
  };
}
