import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { changeMember, findMember, mustBe, wireMember } from './change-member.ts';
import { Member, memberUpdated } from './member.ts';
import { lastOwner, lockTeam } from './rights.ts';
import { findRole, type RoleRow } from './role.ts';

export const transferOwnership = operation({
  name: 'transfer_ownership',
  summary: 'Transfer your ownership of the organisation to another member.',
  guidance: 'Owners only. You become an admin unless `role_id` names another role.',
  http: 'POST /team/members/{id}/transfer-ownership',
  effect: 'destructive',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  stepUp: true,
  noUndo: 'ended',
  input: z.strictObject({
    id: Id('member').describe('The member who becomes the owner.'),
    role_id: Id('role').optional().describe('Your new role; defaults to admin.'),
    version: Version.optional(),
  }),
  output: Member,
  refuses: [notFound, invalidStateTransition, versionConflict, lastOwner, forbidden],
  emits: [memberUpdated],
  async run(context, { id, role_id: chosen, version }) {
    const { actor } = context;
    const [rights, heir, giver, owner, role] = await Promise.all([
      lockTeam(context),
      findMember(context, id, version),
      findMember(context, actor.memberId),
      systemRole(context, 'owner'),
      chosen === undefined ? systemRole(context, 'admin') : findRole(context, chosen),
    ]);
    if (!rights.isOwner) throw forbidden({ needs: 'owner' });
    mustBe(heir, 'active');
    if (heir.id === giver.id) throw invalidStateTransition({ status: 'owner', allowed: ['leave_organization'] });
    context.before(wireMember(heir));
    // One after the other: there must be another owner before one steps down.
    const after = await changeMember(context, heir, { role_ids: [owner.id], scope: 'all', expires_at: null });
    context.emit(memberUpdated(after));
    context.emit(memberUpdated(await changeMember(context, giver, { role_ids: [role.id] })));
    return after;
  },
});

function systemRole({ db, organization }: Context, name: 'owner' | 'admin'): Promise<RoleRow> {
  return db.one<RoleRow>(sql`
    select * from roles where organization_id = ${organization} and kind = 'system' and name = ${name}`);
}
