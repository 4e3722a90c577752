import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { Id, Instant } from '../../wire/index.ts';
import { memberScopes } from './scope.ts';

export const memberStatuses = ['invited', 'active', 'suspended', 'removed'] as const;

export const Member = z.object({
  id: Id('member'),
  user_id: Id('user'),
  name: z.string(),
  email: z.string(),
  role_ids: z.array(Id('role')),
  status: z.enum(memberStatuses),
  is_owner: z.boolean(),
  scope: z.enum(memberScopes).describe('Which records they can see.'),
  title: z.string().nullable(),
  totp_enabled: z.boolean(),
  last_login_at: Instant.nullable(),
  expires_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});

export type MemberRow = z.output<typeof Member>;

/** Columns of the view `team_members`. */
export const memberColumns = sql`team_members.id, team_members.user_id, team_members.user_name as name,
  team_members.user_email as email, team_members.role_ids, team_members.status, team_members.is_owner,
  team_members.scope, team_members.title, team_members.totp_enabled, team_members.last_login_at,
  team_members.expires_at, team_members.version, team_members.created_at, team_members.updated_at`;

/** Event payload, without personal data, because events are stored and sent on. */
const MemberFacts = Member.pick({
  id: true,
  user_id: true,
  role_ids: true,
  status: true,
  is_owner: true,
  scope: true,
  expires_at: true,
  version: true,
});

export const memberUpdated = event('member.updated', MemberFacts);
export const memberJoined = event('member.joined', MemberFacts);
export const memberSuspended = event('member.suspended', MemberFacts);
export const memberReactivated = event('member.reactivated', MemberFacts);
export const memberRemoved = event('member.removed', MemberFacts);
