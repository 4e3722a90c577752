import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { give, type Account } from './account.ts';
import { codeOf } from './embedded-error.ts';

const passwordBytes = 32;

type Keyring = { readonly folder: string; readonly heir: Account | undefined };

/** The password of a role, made on first use and readable by the folder's owner alone. */
export function readOrMakePassword({ folder, heir }: Keyring, role: string): string {
  const file = join(folder, 'keys', role);
  try {
    const password = readFileSync(file, 'utf8').trim();
    if (password !== '') return password;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return makePassword(file, heir);
}

function makePassword(file: string, heir: Account | undefined): string {
  const keys = dirname(file);
  if (mkdirSync(keys, { recursive: true, mode: 0o700 }) !== undefined) give(keys, heir);
  const password = randomBytes(passwordBytes).toString('base64url');
  const draft = openSync(`${file}.draft`, 'w', 0o600);
  writeSync(draft, `${password}\n`);
  fsyncSync(draft);
  closeSync(draft);
  give(`${file}.draft`, heir);
  renameSync(`${file}.draft`, file);
  return password;
}
