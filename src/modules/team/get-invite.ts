import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { findInvite, Invite } from './invite.ts';

export const getInvite = operation({
  name: 'get_invite',
  summary: 'Get an invite with its status.',
  guidance: 'The link itself is only in the e-mail.',
  http: 'GET /team/invites/{id}',
  effect: 'read',
  permission: 'team:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('invite') }),
  output: Invite,
  refuses: [notFound],
  run: (context, { id }) => findInvite(context, id),
});
