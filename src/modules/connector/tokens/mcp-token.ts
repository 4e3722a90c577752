import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { isRestProgram } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { type FieldError, forbidden, notFound, validationFailed } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Id, Instant, InstantInput, Text } from '../../../wire/index.ts';
import { isAction } from '../actions.ts';
import { Addresses } from './addresses.ts';
import { amountLimitFaults, amountLimitsInput, amountLimitsOutput } from './limits.ts';
import { presets } from './preset.ts';
import { toolsetNames } from './toolsets.ts';
import { lapsesAt } from './unused.ts';

const scopesMax = 200;
const allowedActionsMax = 200;

/** Only what is enforced at each call may be asked for; anything else is refused, never kept and ignored. */
const Limits = z.strictObject({
  allowed_actions: z
    .array(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, { error: 'Write names such as "create_client".' }))
    .min(1)
    .max(allowedActionsMax)
    .nullable()
    .optional()
    .describe('The only operations that this token may use.'),
  ...amountLimitsInput,
});

/** Settings of a token that a caller may change. Absent keeps or takes the default, null lifts. */
export const tokenInput = {
  expires_at: InstantInput.nullable()
    .optional()
    .describe('Defaults to 90 days from now; null for a token that does not expire.'),
  preset: z.enum(presets).optional(),
  scopes: z.array(Text(64)).min(1).max(scopesMax).nullable().optional().describe('Permissions; null for all of yours.'),
  toolsets: z.array(z.enum(toolsetNames)).min(1).max(toolsetNames.length).nullable().optional(),
  limits: Limits.optional(),
  ip_allow: Addresses,
};

export const TokenName = Text(100);

export const kinds = ['token', 'connection'] as const;
export const clientIdMax = 2_048;
export const mcpClientHostMax = 300;

export const McpToken = z.object({
  id: Id('mcp_token'),
  organization_id: Id('organization'),
  member_id: Id('member'),
  kind: z.enum(kinds).describe('`connection`: made by OAuth sign-in; the AI app holds its tokens.'),
  name: z.string(),
  prefix: z
    .string()
    .meta({ examples: ['svc_4f0c91ab'] })
    .nullable(),
  client: z.object({ id: z.string(), host: z.string() }).nullable().describe('The AI app of a connection.'),
  status: z.enum(['active', 'expired', 'revoked']),
  preset: z.enum(presets),
  scopes: z.array(z.string()).nullable(),
  toolsets: z.array(z.string()).nullable(),
  limits: z.object({ allowed_actions: z.array(z.string()).nullable(), ...amountLimitsOutput }),
  ip_allow: z.array(z.string()).nullable().describe('Allowed IP addresses and CIDR ranges; null allows any address.'),
  expires_at: Instant.nullable(),
  lapses_at: Instant.describe('When it expires if unused: 90 days after it was last used, created or rotated.'),
  last_used_at: Instant.nullable(),
  last_used_from: z.string().nullable(),
  last_used_client: z.string().nullable(),
  rotated_at: Instant.nullable(),
  previous_valid_until: Instant.nullable(),
  revoked_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});

export type McpTokenRow = z.output<typeof McpToken>;

const wireToken = encoderOf(McpToken);

/** Keeps the token as it was for the audit log, in wire form. */
export function keepBefore(context: Context, token: McpTokenRow): void {
  context.before(wireToken(token));
}

/** The record and its secret, which is shown this once. */
export const NewMcpToken = McpToken.extend({ token: z.string().describe('Shown once. Keep it like a password.') });

export const mcpTokenCreated = event('mcp_token.created', McpToken);
export const mcpTokenUpdated = event('mcp_token.updated', McpToken);
export const mcpTokenRotated = event('mcp_token.rotated', McpToken);
export const mcpTokenRevoked = event('mcp_token.revoked', McpToken);

const shownLimits = sql`jsonb_build_object('max_amount_per_write', null, 'max_amount_per_day', null,
  'max_writes_per_day', null) || limits || jsonb_build_object('allowed_actions', allowed_actions)`;

/** Signing out everywhere ends the connections of that person, wherever they are. */
const ended = sql`coalesce(revoked_at, signed_out_after(user_id, created_at))`;

/** The row as the output wants it. `now` decides whether it has expired. */
export function tokenColumns(now: string): Sql {
  return sql`id, organization_id, member_id, case when client_id is null then 'token' else 'connection' end as kind,
    name, prefix,
    case when client_id is not null then json_build_object('id', client_id, 'host', client_host) end as client,
    case when ${ended} is not null then 'revoked'
      when least(expires_at, ${lapsesAt}) <= ${now} then 'expired' else 'active' end as status,
    preset, scopes, toolsets, ${shownLimits} as limits, ip_allow, expires_at, ${lapsesAt} as lapses_at, last_used_at,
    last_used_from, last_used_client, rotated_at, previous_valid_until, ${ended} as revoked_at, version,
    created_at, updated_at, created_by, updated_by`;
}

/** Members see their own tokens; with `tokens:read` or `tokens:manage`, everyone's. Keys and apps need those. */
export function visibleTokens({ organization, actor }: Context): Sql {
  const all = sql`organization_id = ${organization}`;
  const seesAll = actor.permissions.has('tokens:read') || actor.permissions.has('tokens:manage');
  if (seesAll) return all;
  return isRestProgram(actor.kind) ? sql`false` : sql`${all} and member_id = ${actor.memberId}`;
}

/** Members may change their own tokens; those of others need the permission. */
export function mustManage({ actor }: Context, token: McpTokenRow): void {
  const needs = 'tokens:manage';
  if (token.member_id !== actor.memberId && !actor.permissions.has(needs)) throw forbidden({ needs });
}

/** Reads one token that the actor may see and locks it. */
export async function lockToken(context: Context, id: string): Promise<McpTokenRow> {
  const found = await context.db.maybe<McpTokenRow>(sql`
    select ${tokenColumns(context.now)} from mcp_tokens where ${visibleTokens(context)} and id = ${id} for update`);
  if (found === undefined) throw notFound();
  return found;
}

export async function readToken(db: Db, { organization, now }: Context, id: string): Promise<McpTokenRow> {
  return db.one<McpTokenRow>(sql`
    select ${tokenColumns(now)} from mcp_tokens where organization_id = ${organization} and id = ${id}`);
}

type Asked = {
  readonly expires_at?: string | null | undefined;
  readonly scopes?: readonly string[] | null | undefined;
  readonly limits?: z.output<typeof Limits> | undefined;
};

/** Refuses rights that the asker does not hold, an end that is past, and actions that do not exist. */
export function checkTokenInput({ actor, now }: Context, input: Asked): void {
  const errors: FieldError[] = amountLimitFaults(input.limits);
  if (typeof input.expires_at === 'string' && Date.parse(input.expires_at) <= Date.parse(now)) {
    errors.push({ pointer: '/expires_at', code: 'in_the_past', message: `Write a time after ${now}.` });
  }
  for (const [index, scope] of (input.scopes ?? []).entries()) {
    if (actor.permissions.has(scope)) continue;
    const message = `You do not hold the permission ${scope}. GET /api/auth/me lists those you hold.`;
    errors.push({ pointer: `/scopes/${index}`, code: 'not_held', message });
  }
  for (const [index, action] of (input.limits?.allowed_actions ?? []).entries()) {
    if (isAction(action)) continue;
    const message = 'There is no such action. GET /api/mcp/v1/actions lists them.';
    errors.push({ pointer: `/limits/allowed_actions/${index}`, code: 'unknown_action', message });
  }
  if (errors.length > 0) throw validationFailed({ errors });
}
