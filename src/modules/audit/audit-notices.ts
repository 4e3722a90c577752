import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Instant } from '../../wire/index.ts';

/** Head of the chain when it was last announced. */
export const ToldHead = z.object({
  sequence: z.int(),
  hash: z.string().describe('With the sequence, pass it to `verify_audit_log` as `known_sequence` and `known_hash`.'),
  told_at: Instant,
});

export const AuditNotices = z.object({
  email: z
    .string()
    .nullable()
    .describe('The address that is e-mailed the head of the audit log on days with new entries.'),
  last_told: ToldHead.nullable().describe('The head last sent to webhooks and that address.'),
  version: z.int(),
  updated_at: Instant.nullable(),
  updated_by: ActorStamp.nullable(),
});

export const noticesUpdated = event('audit_notices.updated', AuditNotices.pick({ email: true, version: true }));

type Row = Omit<z.output<typeof AuditNotices>, 'last_told'> & {
  readonly told_sequence: bigint | null;
  readonly told_hash: Buffer | null;
  readonly told_at: string | null;
};

const unset: Row = {
  email: null,
  version: 0,
  updated_at: null,
  updated_by: null,
  told_sequence: null,
  told_hash: null,
  told_at: null,
};

/** Recipients, and the head last announced; locked before a change. */
export async function readNotices(
  { db, organization }: Context,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<z.output<typeof AuditNotices>> {
  const row = await db.maybe<Row>(sql`
    select email, version, updated_at, updated_by, told_sequence, told_hash, told_at from audit_notices
    where organization_id = ${organization} ${lock ? sql`for update` : sql``}`);
  const { told_sequence: sequence, told_hash: hash, told_at: at, ...notices } = row ?? unset;
  const isReported = sequence !== null && hash !== null && at !== null;
  return {
    ...notices,
    last_told: isReported ? { sequence: Number(sequence), hash: hash.toString('hex'), told_at: at } : null,
  };
}
