import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

type Revocation = {
  readonly userId: string;
  /** This session alone. */
  readonly only?: string;
  /** Every session but this one. */
  readonly except?: string;
  readonly reason: 'logged_out' | 'revoked' | 'password_changed' | 'refresh_token_reused' | 'totp_enabled';
};

/** Ends sessions of a user; their tokens open nothing from the commit on. Answers how many there were. */
export function revokeSessions(context: Context, { userId, only, except, reason }: Revocation): Promise<number> {
  context.access.forget(only ?? userId);
  return context.db.run(sql`
    update sessions set revoked_at = ${context.now}, revoked_reason = ${reason}
    where user_id = ${userId} and revoked_at is null and expires_at > ${context.now}
      and (${only ?? null}::uuid is null or id = ${only ?? null}) and id is distinct from ${except ?? null}::uuid`);
}
