import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Secrets } from './operation/secrets.ts';

const keyBytes = 32;

/**
 * Keys for each purpose, derived from one secret: DAYBOOK_SECRET where several nodes share a database, else a file that
 * is made at the first start.
 */
export function openSecrets(dataFolder: string, given: string | undefined): Secrets {
  const root = given ?? secretInFile(dataFolder);
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, '', `daybook ${purpose}`, keyBytes));
  return { cursors: derive('cursors'), sealing: derive('sealing'), audit: derive('audit') };
}

/** The same where they are already there, for what looks at books that may have been made elsewhere. */
export function findSecrets(dataFolder: string, given: string | undefined): Secrets | undefined {
  return given === undefined && !existsSync(secretFile(dataFolder)) ? undefined : openSecrets(dataFolder, given);
}

function secretFile(dataFolder: string): string {
  return join(dataFolder, 'keys', 'secret');
}

function secretInFile(dataFolder: string): string {
  const file = secretFile(dataFolder);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(keyBytes).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8');
}
