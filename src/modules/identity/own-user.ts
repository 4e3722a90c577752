import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { Id, Instant } from '../../wire/index.ts';

/** A user as they see themselves. */
export const OwnUser = z.object({
  id: Id('user'),
  email: z.string(),
  name: z.string(),
  locale: z
    .string()
    .nullable()
    .describe('The language you are written to in, and pages speak; null: that of your organisation or browser.'),
  totp_enabled: z.boolean(),
  recovery_codes_left: z.int(),
  last_login_at: Instant.nullable(),
  created_at: Instant,
});

type OwnUserRow = z.output<typeof OwnUser>;

/** The user who calls. */
export function readOwnUser({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<OwnUserRow> {
  return db.one<OwnUserRow>(sql`
    select id, email, name, locale, totp_confirmed_at is not null as totp_enabled,
      cardinality(recovery_hashes) as recovery_codes_left, last_login_at, created_at
    from users where id = ${actor.userId}`);
}
