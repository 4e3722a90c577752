import { sql } from '../../db/sql.ts';
import { refusal } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';

export const emailTaken = refusal(
  'email_taken',
  409,
  'An account with that e-mail address already exists.',
  'Log in at POST /api/auth/login, or ask for a new password at POST /api/auth/password/forgot.',
  ['users_email_key'],
);

export type NewUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  /** Null for who has not signed in yet. */
  readonly lastLoginAt: string | null;
};

export async function createUser({ db, now }: Context, user: NewUser): Promise<void> {
  await db.run(sql`
    insert into users (id, email, name, password_hash, created_at, updated_at, last_login_at)
    values (${user.id}, ${user.email}, ${user.name}, ${user.passwordHash}, ${now}, ${now},
      ${user.lastLoginAt})`);
}
