import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashPassword } from './passwords.ts';

/** Member of an organisation restored from an archive. */
export const ArchivedPerson = z.object({
  id: z.uuid(),
  email: z.string().max(254),
  name: z.string().max(255),
  locale: z.string().nullable(),
  created_at: z.string(),
});
export type ArchivedPerson = z.output<typeof ArchivedPerson>;

type Bringing = { readonly newId: () => string; readonly now: string };

/** The person's id here, by their id in the archive. */
export type BroughtPerson = { readonly there: string; readonly here: string; readonly email: string; isNew: boolean };

/**
 * Finds people by their address, and makes an account for whoever has none: with a password that nobody knows, so that
 * they ask for a link to set one. Their id stays, unless somebody else has it here.
 */
export async function bringPeople(
  db: Db,
  people: readonly ArchivedPerson[],
  { newId, now }: Bringing,
): Promise<BroughtPerson[]> {
  const brought: BroughtPerson[] = [];
  for (const { id: there, email, name, locale, created_at: created } of people) {
    const known = await db.maybe<{ id: string }>(sql`select id from users where lower(email) = lower(${email})`);
    if (known !== undefined) {
      brought.push({ there, here: known.id, email, isNew: false });
      continue;
    }
    const taken = await db.maybe(sql`select from users where id = ${there}`);
    const here = taken === undefined ? there : newId();
    const password = await hashPassword(randomBytes(32).toString('base64'));
    await db.run(sql`
      insert into users (id, email, name, password_hash, locale, created_at, updated_at)
      values (${here}, ${email}, ${name}, ${password}, ${locale}, ${created}, ${now})`);
    brought.push({ there, here, email, isNew: true });
  }
  return brought;
}
