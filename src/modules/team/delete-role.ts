import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { cutOf } from '../../operation/cut.ts';
import { forbidden, notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { lockTeam, mustHold, rightsExceeded } from './rights.ts';
import { findRole, mustBeCustom, roleDeleted, systemRoleFixed, wireRole } from './role.ts';

const bearersShown = 20;

const roleInUse = refusal(
  'role_in_use',
  409,
  'The role is assigned to members or invites.',
  'Give those in `members` another role first, and revoke the invites in `invites`.',
);

export const deleteRole = operation({
  name: 'delete_role',
  summary: 'Delete an unused custom role.',
  http: 'DELETE /team/roles/{id}',
  effect: 'destructive',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('role'), version: Version.optional() }),
  output: z.object({ id: Id('role'), deleted: z.literal(true) }),
  refuses: [notFound, systemRoleFixed, roleInUse, rightsExceeded, versionConflict, forbidden],
  emits: [roleDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const [rights, role, bearers] = await Promise.all([
      lockTeam(context),
      findRole(context, id),
      bearersOf(context, id),
    ]);
    mustBeCustom(role, version);
    mustHold(rights, role);
    if (bearers.length > 0) throw inUse(bearers);
    // Former members keep no role.
    db.later(sql`
      update members set role_ids = array_remove(role_ids, ${id})
      where organization_id = ${organization} and status = 'removed' and role_ids @> array[${id}::uuid]`);
    db.later(sql`delete from roles where organization_id = ${organization} and id = ${id}`);
    context.before(wireRole(role));
    context.emit(roleDeleted(role));
    return { id, deleted: true as const };
  },
});

type Bearer = { readonly id: string; readonly name: string; readonly kind: 'member' | 'invite'; readonly all: number };

/** Members with the role, or with an invite to it; a few of them. */
function bearersOf({ db, organization, now }: Context, role: string): Promise<Bearer[]> {
  return db.many<Bearer>(sql`
    (select id, user_name as name, 'member' as kind, (count(*) over ())::int as all from team_members
     where organization_id = ${organization} and status <> 'removed' and role_ids @> array[${role}::uuid]
     order by id limit ${bearersShown})
    union all
    (select id, email, 'invite', (count(*) over ())::int from invites
     where organization_id = ${organization} and status = 'pending' and expires_at > ${now}
       and role_ids @> array[${role}::uuid]
     order by id limit ${bearersShown})`);
}

function inUse(bearers: readonly Bearer[]): Error {
  const of = (kind: Bearer['kind']) =>
    bearers.filter((one) => one.kind === kind).map(({ id, name }) => ({ id: z.encode(Id(kind), id), name }));
  const leftOf = (kind: Bearer['kind']) => {
    const shown = of(kind).length;
    const left = (bearers.find((one) => one.kind === kind)?.all ?? 0) - shown;
    return cutOf({ list: `${kind}s`, shown, left, how: `list_${kind}s returns all of them.` });
  };
  const cut = [...leftOf('member'), ...leftOf('invite')];
  return roleInUse({ members: of('member'), invites: of('invite'), ...(cut.length === 0 ? {} : { cut }) });
}
