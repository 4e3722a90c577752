import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const SignIn = z.object({ url: z.string(), key: z.string() });
export type SignIn = z.output<typeof SignIn>;

const pathIn = (folder: string): string => join(folder, 'sign-in.json');

/** Undefined where this user is not signed in. */
export function keptSignIn(folder: string): SignIn | undefined {
  try {
    return SignIn.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

/** For the eyes of this user alone, and never half written. */
export function keepSignIn(folder: string, signIn: SignIn): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = pathIn(folder);
  const written = `${path}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(signIn)}\n`, { mode: 0o600 });
  chmodSync(written, 0o600);
  renameSync(written, path);
  return path;
}

export function forgetSignIn(folder: string): void {
  rmSync(pathIn(folder), { force: true });
}
