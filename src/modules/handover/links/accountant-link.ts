import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import type { ActorOrganization } from '../../../operation/actor.ts';
import { notFound } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant } from '../../../wire/index.ts';

const tokenBytes = 32;
const tokenMax = 200;
const validDaysMax = 180;
export const validDaysDefault = 30;
export const LinkDays = z.int().min(1).max(validDaysMax);

const statuses = ['active', 'expired', 'revoked'] as const;

/** A link by which an accountant reads the books of some days, without the link itself: that is shown once. */
export const AccountantLink = z.object({
  id: Id('accountant_link'),
  status: z.enum(statuses),
  recipient: z.string().describe('Who it was made for.'),
  from: Day,
  to: Day,
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  last_opened_at: Instant.nullable().describe('When the page was last opened by this link.'),
  times_opened: z.int(),
  created_at: Instant,
  created_by: ActorStamp,
});
export type AccountantLinkRow = z.output<typeof AccountantLink>;

const Facts = AccountantLink.pick({ id: true, recipient: true, from: true, to: true, expires_at: true });
export const accountantLinkCreated = event('accountant_link.created', Facts);
export const accountantLinkRevoked = event('accountant_link.revoked', Facts);

export function linkColumns(now: string): Sql {
  return sql`id, recipient, first_day as "from", last_day as "to", expires_at, revoked_at, last_opened_at, times_opened,
    created_at, created_by, case when revoked_at is not null then 'revoked' when expires_at <= ${now} then 'expired'
      else 'active' end as status`;
}

export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: tokenHash(token) };
}

function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Token of a link. A malformed one is not refused as such: it is unknown, like one that has ended. */
export const LinkToken = z.string().min(1).max(tokenMax);

export type OpenLink = {
  readonly id: string;
  readonly recipient: string;
  readonly from: string;
  readonly to: string;
  readonly expiresAt: string;
};

/**
 * Goes on as whoever holds a link, in the organisation that it leads to, with the right to read its ledger and nothing
 * else. Unknown, expired and revoked links, and those of an organisation that is closed, are not found.
 */
export async function openLink(context: Context, token: string): Promise<OpenLink> {
  const { db, now } = context;
  const hash = tokenHash(token);
  db.scope({ credential: hash.toString('hex') });
  const found = await db.maybe<ActorOrganization & { link: string } & Omit<OpenLink, 'id'>>(sql`
    select link, recipient, first_day as "from", last_day as "to", expires_at as "expiresAt", id, name, "baseCurrency",
      timezone, locale
    from open_accountant_links where token_hash = ${hash} and expires_at > ${now}`);
  if (found === undefined) throw notFound();
  const { link, recipient, from, to, expiresAt, ...organization } = found;
  const nobody = { userId: '', memberId: '', permissions: new Set(['ledger:read', 'reports:read']) };
  context.enter({ ...nobody, kind: 'client', credentialId: link, name: recipient, organization });
  return { id: link, recipient, from, to, expiresAt };
}
