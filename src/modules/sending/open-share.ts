import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { ActorOrganization } from '../../operation/actor.ts';
import { notFound } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { tokenHash } from './share.ts';

const tokenMax = 200;

/** Token of a link. A malformed one is not refused as such: it is unknown, like one that has ended. */
export const ShareToken = z.string().min(1).max(tokenMax);

type OpenShare = { readonly id: string; readonly documentId: string; readonly isViewed: boolean };

type Found = ActorOrganization & { readonly share: string; readonly document: string; readonly viewed: boolean };

/**
 * Goes on as whoever holds a link, in the organisation that it leads to. Unknown, expired and revoked links, and those
 * of an organisation that is closed, are not found.
 *
 * @param name who they say they are
 */
export async function openShare(context: Context, token: string, name = 'Link recipient'): Promise<OpenShare> {
  const { db, now } = context;
  const hash = tokenHash(token);
  db.scope({ credential: hash.toString('hex') });
  const found = await db.maybe<Found>(sql`
    select share, document, viewed, id, name, "baseCurrency", timezone, locale from open_shares
    where token_hash = ${hash} and expires_at > ${now}`);
  if (found === undefined) throw notFound();
  const { share, document, viewed, ...organization } = found;
  const nobody = { userId: '', memberId: '', permissions: new Set<string>() };
  context.enter({ ...nobody, kind: 'client', credentialId: share, name, organization });
  return { id: share, documentId: document, isViewed: viewed };
}
