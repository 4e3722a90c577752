import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { WrittenHead } from '../../operation/audit-heads.ts';
import { cutField, cutOf } from '../../operation/cut.ts';
import { openCursor, sealCursor } from '../../operation/cursor.ts';
import { invalidCursor, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Instant } from '../../wire/index.ts';
import { type Finding, type Known, type Reached, start, verifyChain } from './verify-chain.ts';

const linksDefault = 100_000;
const linksMax = 500_000;
const hexHash = /^[0-9a-f]{64}$/;

const Place = z.object({ sequence: z.int(), hash: z.string(), sealed_at: Instant.nullable() });

const Written = z.object({
  sequence: z.int(),
  hash: z.string(),
  at: Instant,
  note: z.string().nullable().describe('Why the operator continued the chain from here, such as after a restore.'),
});

const Found = z.object({
  kind: z.enum(['altered', 'removed', 'inserted', 'reordered', 'head']),
  sequence: z.int().nullable().describe('Position in the chain.'),
  entry_id: Id('audit').nullable(),
  at: Instant.nullable().describe('The row’s current values, as is the action.'),
  action: z.string().nullable(),
  message: z.string(),
});

export const verifyAuditLog = operation({
  name: 'verify_audit_log',
  summary: 'Verify the audit log: find entries altered, removed, inserted or reordered.',
  guidance: 'Store `head` elsewhere: with it, a later call also detects a truncated log. Continue with `next`.',
  http: 'GET /audit-log/verify',
  effect: 'read',
  permission: 'audit:read',
  mcp: 'action',
  cost: 60,
  input: z.strictObject({
    limit: z.int().min(1).max(linksMax).default(linksDefault).describe('Approximate number of entries to check.'),
    after: z.string().max(512).optional().describe('`next` of the previous call, to continue from there.'),
    known_sequence: z.int().min(1).optional().describe('The sequence of a head you stored, with its hash.'),
    known_hash: z.string().regex(hexHash).optional(),
  }),
  output: z.object({
    ok: z.boolean(),
    checked: z.int().describe('Number of entries checked against the hash chain.'),
    unsealed: z.int().describe('Number of recent entries not yet sealed.'),
    wrong: z.int(),
    found: z.array(Found).describe('The first errors, in order.'),
    cut: cutField,
    head: Place.nullable().describe('The last entry of the chain.'),
    written: Written.nullable().describe('The last head recorded outside the database; the chain must contain it.'),
    next: z.string().nullable().describe('Null if the end was reached.'),
  }),
  refuses: [invalidCursor, validationFailed],
  async run(context, { limit, after, ...known }) {
    const written = context.auditHeads?.find(context.organization, context.now);
    const extent = {
      after: reached(context, after),
      linksMax: limit,
      known: [...knownFrom(known), ...asList(written)],
    };
    const { links, waiting, wrong, found, head, next } = await verifyChain(context, extent);
    return {
      ok: wrong === 0,
      checked: links,
      unsealed: waiting,
      wrong,
      found: await withEntries(context, found),
      cut: cutOf({
        list: 'found',
        shown: found.length,
        left: wrong - found.length,
        how: 'Use a smaller `limit` and continue with `next`.',
      }),
      head: head === undefined || head.sequence === 0n ? null : { ...placeOf(head), sealed_at: head.sealed_at },
      written: written === undefined ? null : { ...placeOf(written), at: written.at, note: written.note },
      next: next === undefined ? null : sealCursor(scopeOf(context), [`${next.sequence}`, next.auditId]),
    };
  },
});

function scopeOf({ secrets, organization }: Context) {
  return { key: secrets.cursors, about: `${organization}\nverify_audit_log` };
}

function reached(context: Context, after: string | undefined): Reached {
  if (after === undefined) return start;
  const [sequence = '0', auditId = start.auditId] = openCursor(scopeOf(context), after);
  return { sequence: BigInt(sequence), auditId };
}

type Noted = { readonly known_sequence?: number | undefined; readonly known_hash?: string | undefined };

function asList(written: WrittenHead | undefined): Known[] {
  return written === undefined ? [] : [written];
}

function knownFrom({ known_sequence: sequence, known_hash: hash }: Noted): Known[] {
  if (sequence === undefined && hash === undefined) return [];
  if (sequence !== undefined && hash !== undefined)
    return [{ sequence: BigInt(sequence), hash: Buffer.from(hash, 'hex') }];
  const missing = sequence === undefined ? 'known_sequence' : 'known_hash';
  const message = 'Send `known_sequence` and `known_hash` together, as returned in `head`.';
  throw validationFailed({ errors: [{ pointer: `/${missing}`, code: 'required', message }], hint: message });
}

function placeOf({ sequence, hash }: Known): { sequence: number; hash: string } {
  return { sequence: Number(sequence), hash: hash.toString('hex') };
}

/** Findings with what can still be said of their rows. */
async function withEntries(
  { db, organization }: Context,
  found: readonly Finding[],
): Promise<z.output<typeof Found>[]> {
  if (found.length === 0) return [];
  const ids = found.flatMap(({ auditId }) => auditId ?? []);
  const rows = await db.many<{ id: string; at: string; action: string }>(sql`
    select id, at, action from audit_log where organization_id = ${organization} and id = any(${ids}::uuid[])`);
  const entries = new Map(rows.map((row) => [row.id, row]));
  return found.map(({ kind, sequence, auditId, message }) => {
    const { at = null, action = null } = entries.get(auditId ?? '') ?? {};
    return { kind, sequence: sequence === null ? null : Number(sequence), entry_id: auditId, at, action, message };
  });
}
