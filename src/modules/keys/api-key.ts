import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { type FieldError, notFound, validationFailed } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Id, Instant, InstantInput, Text } from '../../wire/index.ts';
import { Addresses, amountLimitFaults, amountLimitsInput, amountLimitsOutput } from '../connector/index.ts';

const scopesMax = 200;
/** As many as any caller has. */
const requestsPerMinuteMax = 1_200;

const Limits = z.strictObject({
  ...amountLimitsInput,
  requests_per_minute: z.int().min(1).max(requestsPerMinuteMax).nullable().optional(),
});

export const KeyName = Text(100)
  .describe('The program that uses it.')
  .meta({ examples: ['Web shop'] });

export const Scopes = z
  .array(Text(64))
  .min(1)
  .max(scopesMax)
  .describe('Permissions of the key, each of which you hold. GET /api/auth/me lists yours.')
  .meta({ examples: [['clients:read', 'sales:read', 'sales:write']] });

/** Settings of a key that a caller may leave out. Absent keeps or takes the default, null lifts. */
export const keyInput = {
  expires_at: InstantInput.nullable().optional().describe('Defaults to a year from now; null for no expiry.'),
  ip_allow: Addresses,
  limits: Limits.optional(),
};

export const ApiKey = z.object({
  id: Id('api_key'),
  organization_id: Id('organization'),
  member_id: Id('member').describe('Whoever created it: the key never does what they may not.'),
  name: z.string(),
  prefix: z.string().meta({ examples: ['key_live_4f0c'] }),
  status: z.enum(['active', 'expired', 'revoked']),
  scopes: z.array(z.string()),
  ip_allow: z.array(z.string()).nullable().describe('Allowed IP addresses and CIDR ranges; null allows any address.'),
  limits: z.object({ ...amountLimitsOutput, requests_per_minute: z.int().nullable() }),
  expires_at: Instant.nullable(),
  last_used_at: Instant.nullable().describe('To the minute.'),
  last_used_from: z.string().nullable(),
  rotated_at: Instant.nullable(),
  previous_valid_until: Instant.nullable().describe('Until when the secret before the last rotation still works.'),
  revoked_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});

export type ApiKeyRow = z.output<typeof ApiKey>;

/** The record and its secret, which is shown this once. */
export const NewApiKey = ApiKey.extend({ key: z.string().describe('Shown once. Keep it like a password.') });

const wireKey = encoderOf(ApiKey);

/** Keeps the key as it was for the audit log, in wire form. */
export function keepBefore(context: Context, key: ApiKeyRow): void {
  context.before(wireKey(key));
}

export const apiKeyCreated = event('api_key.created', ApiKey, {
  title: 'An API key was created',
  called: 'name',
  delivery: 'mail',
});
export const apiKeyUpdated = event('api_key.updated', ApiKey);
export const apiKeyRotated = event('api_key.rotated', ApiKey);
export const apiKeyRevoked = event('api_key.revoked', ApiKey);

/** Of a row of `api_keys`. */
export const shownLimits = sql`jsonb_build_object('max_amount_per_write', null, 'max_amount_per_day', null,
  'max_writes_per_day', null) || limits || jsonb_build_object('requests_per_minute', requests_per_minute)`;

/** The row as the output wants it. `now` decides whether it has expired. */
export function keyColumns(now: string): Sql {
  return sql`id, organization_id, member_id, name, prefix,
    case when revoked_at is not null then 'revoked' when expires_at <= ${now} then 'expired' else 'active' end
      as status,
    scopes, ip_allow, ${shownLimits} as limits, expires_at, last_used_at, last_used_from, rotated_at,
    previous_valid_until, revoked_at, version, created_at, updated_at, created_by, updated_by`;
}

export async function lockKey({ db, organization, now }: Context, id: string): Promise<ApiKeyRow> {
  const found = await db.maybe<ApiKeyRow>(sql`
    select ${keyColumns(now)} from api_keys
    where organization_id = ${organization} and id = ${id} and app_id is null for update`);
  if (found === undefined) throw notFound();
  return found;
}

export function readKey(db: Db, { organization, now }: Context, id: string): Promise<ApiKeyRow> {
  return db.one<ApiKeyRow>(sql`
    select ${keyColumns(now)} from api_keys where organization_id = ${organization} and id = ${id}`);
}

type Asked = {
  readonly expires_at?: string | null | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly limits?: z.output<typeof Limits> | undefined;
};

/** Refuses rights that the asker does not hold, and an end that is past. */
export function checkKeyInput(context: Context, input: Asked): void {
  const { now } = context;
  const errors: FieldError[] = amountLimitFaults(input.limits);
  if (typeof input.expires_at === 'string' && Date.parse(input.expires_at) <= Date.parse(now)) {
    errors.push({ pointer: '/expires_at', code: 'in_the_past', message: `Write a time after ${now}.` });
  }
  errors.push(...missingScopes(context, input.scopes));
  if (errors.length > 0) throw validationFailed({ errors });
}

/** Faults of scopes: nobody gives what they do not hold. */
export function missingScopes({ actor }: Pick<Context, 'actor'>, scopes: readonly string[] = []): FieldError[] {
  return scopes.flatMap((scope, index) => {
    const message = `You do not hold the permission ${scope}. GET /api/auth/me lists those you hold.`;
    return actor.permissions.has(scope) ? [] : [{ pointer: `/scopes/${index}`, code: 'not_held', message }];
  });
}
