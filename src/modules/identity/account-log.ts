import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { membershipColumns, membershipFrom, type MembershipRow } from '../team/index.ts';

/** Logs of more organisations than this are not told; the one that somebody is signed in to always is. */
const organizationsMax = 50;

const UserId = Id('user');

/** Says whose account a call is about, where its answer does not. */
export function aboutUser(context: Context, userId: string): void {
  context.about(z.encode(UserId, userId));
}

/**
 * The same for what changes how somebody signs in or is called, which concerns every organisation that they are a
 * member of. The transaction must be scoped to the user. Answers where that is, the first one they joined before the
 * others.
 */
export async function aboutAccount(context: Context, userId: string) {
  aboutUser(context, userId);
  const rows = await context.db.many<MembershipRow>(sql`
    select ${membershipColumns} from memberships where user_id = ${userId}
    order by created_at, organization_id limit ${organizationsMax}`);
  context.alsoIn(rows.map(({ organization_id: id }) => id));
  return rows[0] && membershipFrom(rows[0]).organization;
}
