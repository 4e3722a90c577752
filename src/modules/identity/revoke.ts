import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

type Revocation = {
  readonly userId: string;
  /** This session alone. */
  readonly only?: string;
  /** Every session but this one. */
  readonly except?: string;
  /** Those that are signed in to this organisation. */
  readonly organization?: string;
  /** Those that its sign-in provider opened. */
  readonly confinedTo?: string;
  readonly reason:
    | 'logged_out'
    | 'revoked'
    | 'password_changed'
    | 'refresh_token_reused'
    | 'totp_enabled'
    | 'access_ended';
};

/** Ends sessions of a user; their tokens open nothing from the commit on. Answers how many there were. */
export function revokeSessions(context: Context, revocation: Revocation): Promise<number> {
  const { userId, only, except, organization, confinedTo, reason } = revocation;
  context.access.forget(only ?? userId);
  return context.db.run(sql`
    update sessions set revoked_at = ${context.now}, revoked_reason = ${reason}
    where user_id = ${userId} and revoked_at is null and expires_at > ${context.now}
      and (${only ?? null}::uuid is null or id = ${only ?? null}) and id is distinct from ${except ?? null}::uuid
      and (${organization ?? null}::uuid is null or organization_id = ${organization ?? null})
      and (${confinedTo ?? null}::uuid is null or confined_to = ${confinedTo ?? null})`);
}

/** Ends every session that the sign-in provider of an organisation opened. Answers how many there were. */
export function revokeConfined(context: Context): Promise<number> {
  const { organization, now, db } = context;
  context.access.forget(organization);
  return db.run(sql`
    update sessions set revoked_at = ${now}, revoked_reason = 'provider_changed'
    where confined_to = ${organization} and revoked_at is null and expires_at > ${now}`);
}

/** Ends all that this user signed in to before: sessions, and connections of AI clients in whatever organisation. */
export function signOutEverywhere(context: Context, { userId, reason }: Omit<Revocation, 'only' | 'except'>) {
  context.db.later(sql`update users set signed_out_at = ${context.now} where id = ${userId}`);
  return revokeSessions(context, { userId, reason });
}
