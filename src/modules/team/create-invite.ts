import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { forbidden, limitExceeded, notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Email, Id, InstantInput, Locale } from '../../wire/index.ts';
import { mustLieAhead } from './future.ts';
import { mailInvite } from './invite-mail.ts';
import { alreadyInvited, alreadyMember, Invite, inviteCreated, type InviteRow, newLink } from './invite.ts';
import { lockTeam, mustHold, mustOutlast, rightsExceeded } from './rights.ts';
import { findRoles, rightsOf } from './role.ts';
import { mustSeeAll } from './scope.ts';
import { RoleIds, ScopeInput } from './update-member.ts';

const pendingMax = 200;

export const createInvite = operation({
  name: 'create_invite',
  summary: 'Create an invite: e-mail somebody a link to become a member with the roles you choose.',
  guidance: 'You can only grant permissions you hold. The link works once, for 7 days, for that address only.',
  http: 'POST /team/invites',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'action',
  creates: true,
  givesRights: true,
  cost: 10,
  undo: undoneBy('revoke_invite'),
  input: z.strictObject({
    email: Email,
    role_ids: RoleIds,
    scope: ScopeInput.default('all'),
    access_expires_at: InstantInput.optional().describe('When their access expires, such as for an auditor.'),
    language: Locale.optional().describe('Language of the e-mail; defaults to that of the organisation.'),
  }),
  output: Invite,
  refuses: [notFound, validationFailed, limitExceeded, alreadyInvited, alreadyMember, rightsExceeded, forbidden],
  emits: [inviteCreated],
  async run(context, input) {
    const { actor, now } = context;
    const [rights, roles, taken] = await Promise.all([
      lockTeam(context),
      findRoles(context, input.role_ids),
      lookAround(context, input.email),
    ]);
    mustHold(rights, rightsOf(roles));
    mustSeeAll(input.scope, rightsOf(roles).isOwner);
    mustLieAhead(context, '/access_expires_at', input.access_expires_at);
    const until = inUtc(input.access_expires_at);
    mustOutlast(rights, until);
    if (taken.member !== null) throw alreadyMember({ member_id: z.encode(Id('member'), taken.member) });
    if (taken.invite !== null) throw alreadyInvited({ invite_id: z.encode(Id('invite'), taken.invite) });
    if (taken.pending >= pendingMax)
      throw limitExceeded({ max: pendingMax, hint: 'Revoke invites that are no longer needed.' });
    const link = newLink(context);
    const invite: InviteRow = {
      id: context.newId(),
      email: input.email,
      role_ids: input.role_ids,
      scope: input.scope,
      status: 'pending',
      access_expires_at: until,
      language: input.language ?? actor.organization?.locale ?? 'en',
      expires_at: link.expiresAt,
      mails: 1,
      mail_status: 'queued',
      mail_error: null,
      member_id: null,
      answered_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
      created_by: actorStamp(actor),
    };
    const mailJob = mailInvite(context, invite, { ...link, inviter: rights.name });
    insertInvite(context, invite, { hash: link.hash, mailJob });
    context.emit(inviteCreated(invite));
    return invite;
  },
});

/** As it is kept, and answered from then on. */
function inUtc(instant: string | undefined): string | null {
  return instant === undefined ? null : new Date(instant).toISOString();
}

type Taken = { readonly member: string | null; readonly invite: string | null; readonly pending: bigint };

/** Members and invites with this address. Accounts elsewhere are not disclosed. */
function lookAround({ db, organization, now }: Context, email: string): Promise<Taken> {
  return db.one<Taken>(sql`
    select
      (select id from team_members where organization_id = ${organization} and lower(user_email) = ${email}
        and (status = 'suspended' or (status <> 'removed' and (expires_at is null or expires_at > ${now})))) as member,
      (select id from invites where organization_id = ${organization} and email = ${email} and status = 'pending'
        and expires_at > ${now}) as invite,
      (select count(*) from invites where organization_id = ${organization} and status = 'pending'
        and expires_at > ${now}) as pending`);
}

type Sent = { readonly hash: Buffer; readonly mailJob: string };

function insertInvite({ db, organization, actor, now }: Context, invite: InviteRow, { hash, mailJob }: Sent): void {
  // One that nobody took in time makes room for another.
  db.later(sql`
    update invites set status = 'expired', token_hash = null, version = version + 1, updated_at = ${now}
    where organization_id = ${organization} and email = ${invite.email} and status = 'pending'
      and expires_at <= ${now}`);
  db.later(sql`
    insert into invites (organization_id, id, email, role_ids, scope, access_expires_at, language, token_hash,
      expires_at, invited_by, mails, mail_job, created_at, updated_at, created_by)
    values (${organization}, ${invite.id}, ${invite.email}, ${invite.role_ids}::uuid[], ${invite.scope},
      ${invite.access_expires_at},
      ${invite.language}, ${hash}, ${invite.expires_at}, ${actor.memberId}, 1, ${mailJob}, ${now}, ${now},
      ${JSON.stringify(invite.created_by)})`);
}
