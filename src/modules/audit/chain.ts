import { timingSafeEqual } from 'node:crypto';
import { type Sql, sql } from '../../db/sql.ts';
import { auditHmac, auditMark } from '../../operation/audit-mark.ts';

const hashBytes = 32;

/** The digest before the first link. */
export const origin: Buffer = Buffer.alloc(hashBytes);

/**
 * SHA-256 over every column of a row of `audit_log as entry`, the same whatever the session is set to. The short ones
 * are one JSON array; JSON as PostgreSQL writes it has no line breaks, so that they tell the parts apart.
 */
export const digestOfEntry: Sql = sql`sha256(convert_to(jsonb_build_array(entry.organization_id, entry.id,
    extract(epoch from entry.at), entry.actor, entry.credential_id, entry.action, entry.effect, entry.target_id,
    entry.door, entry.request_id, entry.idempotency_key, entry.ip, entry.user_agent, entry.mcp_client)::text
  || E'\\n' || entry.input::text || E'\\n' || coalesce(entry.before::text, '')
  || E'\\n' || coalesce(entry.after::text, ''), 'UTF8'))`;

export type Link = {
  readonly organization: string;
  readonly sequence: bigint;
  readonly auditId: string;
  readonly digest: Buffer;
  /** The hash of the link before, `origin` where there is none. */
  readonly previous: Buffer;
};

/** The hash of a link, which only who holds the key can make. */
export function linkHash(key: Uint8Array, { organization, sequence, auditId, digest, previous }: Link): Buffer {
  return auditHmac(key)
    .update(`link\n${organization}\n${sequence}\n${auditId}\n`)
    .update(digest)
    .update(previous)
    .digest();
}

export type Redaction = { readonly organization: string; readonly id: string; readonly digest: Buffer };

/** Proof that this service redacted a row, which has had this digest since; only the key can make it. */
export function redactionMark(key: Uint8Array, { organization, id, digest }: Redaction): Buffer {
  return auditHmac(key).update(`redaction\n${organization}\n${id}\n`).update(digest).digest();
}

export type Head = {
  readonly sequence: bigint;
  readonly hash: Buffer;
  readonly takes_older: boolean;
  readonly sealed_at: string | null;
  readonly signature: Buffer | null;
};

export const headColumns: Sql = sql`sequence, hash, takes_older, sealed_at, signature`;

export function headSignature(key: Uint8Array, organization: string, head: Omit<Head, 'signature'>): Buffer {
  const { sequence, hash, takes_older: takesOlder, sealed_at: sealedAt } = head;
  return auditHmac(key)
    .update(`head\n${organization}\n${sequence}\n${takesOlder}\n${Date.parse(sealedAt ?? '')}\n`)
    .update(hash)
    .digest();
}

/** True for a head signed by this service. */
export function isOurs(key: Uint8Array, organization: string, head: Head): boolean {
  if (head.signature === null) return head.sequence === 0n && head.hash.equals(origin);
  return timingSafeEqual(head.signature, headSignature(key, organization, head));
}

export type MarkedEntry = {
  readonly organization: string;
  readonly id: string;
  readonly mark: Buffer | null;
  /** Rows from before there were marks are still being taken into the chain. */
  readonly takesOlder: boolean;
};

/** True for a row waiting for its link that this service wrote. */
export function isOurMark(key: Uint8Array, { organization, id, mark, takesOlder }: MarkedEntry): boolean {
  return mark === null ? takesOlder : mark.equals(auditMark(key, organization, id));
}
