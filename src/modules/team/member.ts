import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { Id, Instant } from '../../wire/index.ts';

export const memberStatuses = ['invited', 'active', 'suspended', 'removed'] as const;

export const Member = z.object({
  id: Id('member'),
  user_id: Id('user'),
  name: z.string(),
  email: z.string(),
  role_ids: z.array(Id('role')),
  status: z.enum(memberStatuses),
  is_owner: z.boolean(),
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
  team_members.title, team_members.totp_enabled, team_members.last_login_at, team_members.expires_at,
  team_members.version, team_members.created_at, team_members.updated_at`;
