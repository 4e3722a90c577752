import { createHash } from 'node:crypto';
import { ascending } from '../core/order.ts';
import type { Db } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import { idempotencyKeyReused, requestInProgress, validationFailed } from './errors.ts';
import type { Operation, Request } from './operation.ts';

const keyLengthMax = 255;

export type Claim = {
  readonly organization: string;
  readonly scope: string;
  readonly key: string;
  readonly hash: Buffer;
  readonly replay?: unknown;
};

/**
 * Claims the key before any work. Key and effect commit together, so a retry after a crash either finds the answer or
 * does the work.
 * The advisory lock makes a twin that comes meanwhile answer at once instead of waiting. It comes in a statement of its
 * own: the next one sees all that whoever held it has committed. The primary key is the last to look.
 */
export async function claimKey(db: Db, operation: Operation, request: Request): Promise<Claim | undefined> {
  const { idempotencyKey: key, actor } = request;
  const organization = actor.organization?.id;
  if (key === undefined || organization === undefined) return undefined;
  if (key.length === 0 || key.length > keyLengthMax || !/^[\x20-\x7e]+$/.test(key)) throw oddKey();
  // A person's key outlives their sign-in: what had no answer may be sent again after the next one.
  const scope = `${actor.kind === 'user' ? actor.userId : actor.credentialId}:${operation.name}`;
  const hash = fingerprint(request.input);
  const [{ free }, earlier] = await Promise.all([
    db.one<{ free: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`${organization}:${scope}:${key}`}, 0)) as free`),
    db.maybe<{ input_hash: Buffer; output: unknown }>(sql`
      select kept.input_hash, coalesce(kept.output, line.after) as output
      from idempotency_keys as kept
        left join audit_log as line on line.organization_id = ${organization} and line.id = kept.audit_id
      where kept.organization_id = ${organization} and kept.scope = ${scope} and kept.key = ${key}`),
  ]);
  const claim = { organization, scope, key, hash };
  if (earlier === undefined && !free) throw requestInProgress();
  if (earlier === undefined) return claim;
  if (!earlier.input_hash.equals(hash)) throw idempotencyKeyReused();
  return { ...claim, replay: earlier.output };
}

type Kept = { readonly line: string | null; readonly now: string; readonly answer?: unknown };

/**
 * Part of a `with` that keeps a key for a retry: by the line of the audit log that has the answer, or with the answer
 * itself.
 */
export function keyRow({ organization, scope, key, hash }: Claim, { line, now, answer }: Kept): Sql {
  return sql`
    kept as (
      insert into idempotency_keys (organization_id, scope, key, input_hash, audit_id, output, created_at)
      values (${organization}::uuid, ${scope}, ${key}, ${hash}, ${line}::uuid,
        ${answer === undefined ? null : JSON.stringify(answer)}::json, ${now}::timestamptz))`;
}

/** The same in a statement of its own. Travels in the same flight as the commit. */
export function keepKey(db: Db, claim: Claim, kept: Kept): void {
  db.later(sql`with ${keyRow(claim, kept)} select`);
}

function oddKey(): Error {
  const message = `Write 1 to ${keyLengthMax} printable ASCII characters.`;
  return validationFailed({ errors: [{ pointer: '/idempotency_key', code: 'invalid_key', message }], hint: message });
}

/** Two bodies are the same request when they say the same, whatever the order of their keys. */
function fingerprint(input: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(input)) ?? '')
    .digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(ascending(([key]) => key))
    .map(([key, item]) => [key, sorted(item)]);
}
