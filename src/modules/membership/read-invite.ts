import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Instant } from '../../wire/index.ts';
import { openInvite } from '../team/index.ts';
import { InviteToken } from './invite-token.ts';

const OfferedInvite = z.object({
  organization: z.string(),
  invited_by: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  expires_at: Instant.describe('When the link expires.'),
  access_expires_at: Instant.nullable().describe('When the access it grants expires.'),
  language: z.string(),
  time_zone: z.string(),
});

export const readInvite = operation({
  name: 'read_invite',
  summary: 'Read an invite by its link, without logging in.',
  guidance: 'A used, expired or revoked link returns `not_found`.',
  http: 'POST /team/invites/read',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  cost: 5,
  answersEveryMs: 25,
  secretInput: ['token'],
  input: z.strictObject({ token: InviteToken }),
  output: OfferedInvite,
  refuses: [notFound],
  async run(context, { token }) {
    const { invite, organization, roles, inviter } = await openInvite(context, token, { lock: false });
    return {
      organization: organization.name,
      invited_by: inviter.name,
      email: invite.email,
      roles: roles.map(({ name }) => name),
      expires_at: invite.expires_at,
      access_expires_at: invite.access_expires_at,
      language: invite.language,
      time_zone: organization.timezone,
    };
  },
});
