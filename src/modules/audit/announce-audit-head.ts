import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { enqueue } from '../../operation/jobs.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Instant } from '../../wire/index.ts';
import { readNotices, type ToldHead } from './audit-notices.ts';
import { type Head, isOurs } from './chain.ts';
import { readHead } from './verify-chain.ts';

const SealedHead = z.object({
  sequence: z.int().describe('Number of audit log entries covered by the hash.'),
  hash: z.string(),
  sealed_at: Instant.nullable(),
});

const auditLogSealed = event('audit_log.sealed', SealedHead);
type SealedHead = z.output<typeof SealedHead>;

/** Actions of the service itself every night: a log that grew by nothing else is no news. */
const ownActions = ['announce_audit_head', 'keep_checks'];

/**
 * Tells webhooks, and who is to be mailed, where the audit log ends, unless they know. Not in the catalogue, since only
 * the work of the night calls it.
 */
export const announceAuditHead = operation({
  name: 'announce_audit_head',
  summary: 'Announce the current head (last hash) of the audit log.',
  http: 'POST /audit-log/announce',
  effect: 'write',
  permission: 'audit:read',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: z.object({ head: SealedHead.nullable().describe('Null if there was nothing to announce.') }),
  emits: [auditLogSealed],
  async run(context) {
    const { db, organization, secrets, now } = context;
    const [notices, head] = await Promise.all([readNotices(context, { lock: true }), readHead(context)]);
    // A head that somebody else put there is not vouched for: the checks tell of it.
    if (head === undefined || head.sequence === 0n || !isOurs(secrets.audit, organization, head)) return { head: null };
    if (!(await isNews(context, head, notices.last_told))) return { head: null };
    db.later(sql`
      insert into audit_notices (organization_id, version, told_sequence, told_hash, told_at)
      values (${organization}, 0, ${head.sequence}, ${head.hash}, ${now})
      on conflict (organization_id) do update set told_sequence = excluded.told_sequence,
        told_hash = excluded.told_hash, told_at = excluded.told_at`);
    const told = { sequence: Number(head.sequence), hash: head.hash.toString('hex'), sealed_at: head.sealed_at };
    context.emit(auditLogSealed(told));
    const { auditMail } = context.settings;
    for (const to of new Set([notices.email ?? [], auditMail ?? []].flat())) mailHead(context, to, told);
    return { head: told };
  },
});

type AuditHeadFacts = z.output<typeof ToldHead> | null;

/** True where the head differs from the one last announced by more than the nightly entries; a shorter log is news. */
async function isNews({ db, organization }: Context, head: Head, last: AuditHeadFacts): Promise<boolean> {
  const told = BigInt(last?.sequence ?? 0);
  if (head.sequence <= told) return head.sequence < told || head.hash.toString('hex') !== last?.hash;
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from audit_seals as seal
        left join audit_log as entry on entry.organization_id = ${organization} and entry.id = seal.audit_id
      where seal.organization_id = ${organization} and seal.sequence > ${told}
        and coalesce(entry.action, '') <> all (${ownActions}::text[])) as found`);
  return found;
}

function mailHead(context: Context, to: string, { sequence, hash, sealed_at: sealedAt }: SealedHead): void {
  const { actor, settings } = context;
  const name = actor.organization?.name ?? 'your organisation';
  const text = [
    `The audit log of ${name} has ${sequence} entries, sealed at ${sealedAt ?? context.now}. Its last hash is`,
    hash,
    'Keep this e-mail. Anyone who may read the audit log can verify it against this hash, now or in years:',
    `GET ${settings.publicUrl}/api/audit-log/verify?known_sequence=${sequence}&known_hash=${hash}`,
    'If any entry up to this one was altered, removed or inserted since, the answer is "ok": false.',
  ].join('\n\n');
  const subject = `Daybook: the audit log of ${name} ends at entry ${sequence}`;
  enqueue(context, { kind: 'send_mail', payload: { to, subject, text }, secret: true });
}
