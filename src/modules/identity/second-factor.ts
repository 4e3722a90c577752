import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { BusinessError } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { unseal } from '../../operation/seal.ts';
import { recoveryHash } from './recovery-codes.ts';
import { totpRequired } from './session.ts';
import { matchingStep } from './totp.ts';

/** Six digits of the authenticator app, or a recovery code. */
export const TotpCode = z.string().trim().min(6).max(40);

export type TotpState = {
  readonly id: string;
  readonly totp_secret: Buffer | null;
  readonly totp_confirmed_at: string | null;
  readonly totp_last_step: bigint | null;
};

/** The second factor of whoever is signed in, locked. */
export function readTotp({ db, actor }: Context): Promise<TotpState> {
  return db.one<TotpState>(sql`
    select id, totp_secret, totp_confirmed_at, totp_last_step from users where id = ${actor.userId} for update`);
}

/** Verifies a code and uses it up: of two calls with the same code, one succeeds. */
export async function useCode(context: Context, user: TotpState, code: string): Promise<boolean> {
  const digits = code.replaceAll(' ', '');
  return /^[0-9]{6}$/.test(digits) ? useTotp(context, user, digits) : useRecoveryCode(context, user, code);
}

export function wrongCode(): BusinessError {
  const message = 'The code is wrong or was already used.';
  return totpRequired({ errors: [{ pointer: '/totp_code', code: 'wrong_code', message }], hint: message });
}

async function useTotp({ db, secrets, now }: Context, user: TotpState, code: string): Promise<boolean> {
  if (user.totp_secret === null) return false;
  const secret = unseal(secrets.sealing, aboutTotp(user.id), user.totp_secret);
  const step = matchingStep(secret, code, { now, lastStep: user.totp_last_step });
  if (step === undefined) return false;
  const used = await db.run(sql`
    update users set totp_last_step = ${step} where id = ${user.id} and totp_secret = ${user.totp_secret}
      and (totp_last_step is null or totp_last_step < ${step})`);
  return used === 1;
}

async function useRecoveryCode({ db }: Context, user: TotpState, code: string): Promise<boolean> {
  const hash = recoveryHash(code);
  const used = await db.run(sql`
    update users set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where id = ${user.id} and ${hash}::bytea = any(recovery_hashes)`);
  return used === 1;
}

/** Context to which a sealed TOTP secret is bound. */
export function aboutTotp(userId: string): string {
  return `totp ${userId}`;
}
