import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, invalidStateTransition, limitExceeded, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { mailInvite } from './invite-mail.ts';
import {
  alreadyInvited,
  findInvite,
  Invite,
  inviteMustBe,
  inviteResent,
  type InviteRow,
  newLink,
  wireInvite,
} from './invite.ts';
import { lockTeam, mustHold, mustOutlast, rightsExceeded } from './rights.ts';
import { rightsOf, rolesOfInvite } from './role.ts';

const mailsMax = 10;

export const resendInvite = operation({
  name: 'resend_invite',
  summary: 'Resend an invite with a new link for another 7 days. The previous link ends.',
  guidance: 'From then on the invite depends on your permissions.',
  http: 'POST /team/invites/{id}/resend',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'action',
  reachesOutside: true,
  givesRights: true,
  cost: 10,
  noUndo: 'sent',
  input: z.strictObject({ id: Id('invite'), version: Version.optional() }),
  output: Invite,
  refuses: [
    notFound,
    invalidStateTransition,
    versionConflict,
    alreadyInvited,
    limitExceeded,
    rightsExceeded,
    forbidden,
  ],
  emits: [inviteResent],
  async run(context, { id, version }) {
    const { db, organization, actor, now } = context;
    const [rights, before, roles] = await Promise.all([
      lockTeam(context),
      findInvite(context, id, version),
      rolesOfInvite(context, id),
    ]);
    inviteMustBe(before, 'pending', 'expired', 'revoked');
    if (roles.length < before.role_ids.length) {
      throw notFound({
        detail: 'A role that it grants no longer exists.',
        hint: 'Revoke it and invite them again with another role.',
      });
    }
    mustHold(rights, rightsOf(roles));
    mustOutlast(rights, before.access_expires_at);
    if (before.mails >= mailsMax) {
      throw limitExceeded({
        max: mailsMax,
        hint: 'Check the address, revoke this invite, and invite the correct address.',
      });
    }
    const link = newLink(context);
    const after: InviteRow = {
      ...before,
      status: 'pending',
      expires_at: link.expiresAt,
      mails: before.mails + 1,
      mail_status: 'queued',
      mail_error: null,
      answered_at: null,
      version: before.version + 1,
      updated_at: now,
    };
    const mailJob = mailInvite(context, after, { ...link, inviter: rights.name });
    db.later(sql`
      update invites set status = 'pending', token_hash = ${link.hash}, expires_at = ${after.expires_at},
        mails = ${after.mails}, mail_job = ${mailJob}, answered_at = null, invited_by = ${actor.memberId},
        version = ${after.version}, updated_at = ${now}
      where organization_id = ${organization} and id = ${id}`);
    context.before(wireInvite(before));
    context.emit(inviteResent(after));
    return after;
  },
});
