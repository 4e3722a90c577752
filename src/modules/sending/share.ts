import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { daysAfter } from '../../core/instant.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../wire/index.ts';

const tokenBytes = 32;
const validDaysMax = 730;
export const validDaysDefault = 90;
export const ValidDays = z.int().min(1).max(validDaysMax);

const shareStatuses = ['active', 'expired', 'revoked'] as const;

/** A link to a document, without the link itself: that is shown once, when it is made. */
export const Share = z.object({
  id: Id('document_share'),
  document_id: Id('document'),
  status: z.enum(shareStatuses),
  recipient: z.string().nullable().describe('Recipient of the email; null for a link shared another way.'),
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  viewed_at: Instant.nullable().describe('When the document was first viewed by this link.'),
  created_at: Instant,
  created_by: ActorStamp,
});
export type ShareRow = z.output<typeof Share>;

export const documentShared = event('document.shared', Share.pick({ id: true, document_id: true, expires_at: true }));

export function shareColumns(now: string): Sql {
  return sql`id, document_id, recipient, expires_at, revoked_at, viewed_at, created_at, created_by,
    case when revoked_at is not null then 'revoked' when expires_at <= ${now} then 'expired' else 'active' end
      as status`;
}

type NewShare = { readonly documentId: string; readonly recipient: string | null; readonly validDays: number };

/** Makes a link to a document. The token in it is told now and never again. */
export function makeShare(
  context: Context,
  { documentId, recipient, validDays }: NewShare,
): { readonly share: ShareRow; readonly url: string } {
  const { db, organization, now, settings } = context;
  const token = randomBytes(tokenBytes).toString('base64url');
  const share: ShareRow = {
    id: context.newId(),
    document_id: documentId,
    status: 'active',
    recipient,
    expires_at: daysAfter(now, validDays),
    revoked_at: null,
    viewed_at: null,
    created_at: now,
    created_by: actorStamp(context.actor),
  };
  db.later(sql`
    insert into document_shares (organization_id, id, document_id, token_hash, recipient, expires_at, created_at,
      created_by)
    values (${organization}, ${share.id}, ${documentId}, ${tokenHash(token)}, ${recipient}, ${share.expires_at}, ${now},
      ${JSON.stringify(share.created_by)})`);
  context.emit(documentShared(share));
  return { share, url: `${settings.publicUrl}/d/${token}` };
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
