import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { validationFailed } from '../../operation/errors.ts';
import { isCommon } from './common-passwords.ts';
import { hashingQueue } from './hashing-queue.ts';

const passwordLengthMin = 8;
const passwordLengthMax = 128;
/** OWASP's first choice for argon2id: 19 MiB, two passes; about 10 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password that is chosen. Any characters will do; see also `refuseWeak`. */
export const NewPassword = z.string().min(passwordLengthMin).max(passwordLengthMax);
/** A password that is presented. */
export const GivenPassword = z.string().min(1).max(1_024);

/** Takes 20 MiB and ten milliseconds on another thread; never inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hashingQueue(async () => (await loadArgon2()).hash(password, cost));
}

let decoy: Promise<string> | undefined;

/** Does the same work where there is no hash to compare with, so that the time does not tell. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const against = stored ?? (await decoy);
  const matches = await hashingQueue(async () => {
    const { verify } = await loadArgon2();
    return verify(against, password).catch(() => false);
  });
  return stored !== undefined && matches;
}

/** With the first password: it holds 2 MB, and a service that is started again is asked by those who are signed in. */
function loadArgon2() {
  return import('@node-rs/argon2');
}

/** Refuses a password that anybody would guess: the address that it protects, and those that most people choose. */
export async function refuseWeak(pointer: string, password: string, email: string): Promise<void> {
  const isAddress = password.toLowerCase() === email.toLowerCase();
  if (!isAddress && !(await isCommon(password))) return;
  const message = isAddress
    ? 'Choose a password other than your e-mail address.'
    : 'This password is too common and easily guessed. Choose another, such as four random words.';
  throw validationFailed({ errors: [{ pointer, code: 'weak_password', message }], hint: message });
}
