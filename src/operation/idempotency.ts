import { createHash } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { idempotencyKeyReused, requestInProgress, validationFailed } from './errors.ts';
import type { Operation, Request } from './operation.ts';

const keyLengthMax = 255;

export type Claim = {
  readonly organization: string;
  readonly scope: string;
  readonly key: string;
  readonly replay?: unknown;
};

/**
 * Claims the key before any work. Key and effect commit together, so a retry after a crash either finds the answer or
 * does the work.
 * The advisory lock only makes a twin that comes meanwhile answer at once instead of waiting; the primary key decides.
 */
export async function claimKey(
  db: Db,
  operation: Operation,
  request: Request,
  now: string,
): Promise<Claim | undefined> {
  const { idempotencyKey: key, actor } = request;
  const organization = actor.organization?.id;
  if (key === undefined || organization === undefined) return undefined;
  if (key.length === 0 || key.length > keyLengthMax || !/^[\x20-\x7e]+$/.test(key)) throw oddKey();
  const scope = `${actor.credentialId}:${operation.name}`;
  const hash = fingerprint(request.input);
  const claimed = await db.maybe(sql`
    insert into idempotency_keys (organization_id, scope, key, input_hash, created_at)
    select ${organization}, ${scope}, ${key}, ${hash}, ${now}
    where pg_try_advisory_xact_lock(hashtextextended(${`${organization}:${scope}:${key}`}, 0))
    on conflict do nothing returning true as claimed`);
  if (claimed !== undefined) return { organization, scope, key };
  const earlier = await db.maybe<{ input_hash: Buffer; output: unknown }>(sql`
    select input_hash, output from idempotency_keys
    where organization_id = ${organization} and scope = ${scope} and key = ${key}`);
  if (earlier === undefined) throw requestInProgress();
  if (!earlier.input_hash.equals(hash)) throw idempotencyKeyReused();
  return { organization, scope, key, replay: earlier.output };
}

/** Keeps the answer for a retry. Travels in the same flight as the commit. */
export function keepAnswer(db: Db, { organization, scope, key }: Claim, output: unknown): void {
  db.later(sql`
    update idempotency_keys set output = ${JSON.stringify(output)}
    where organization_id = ${organization} and scope = ${scope} and key = ${key}`);
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
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}
