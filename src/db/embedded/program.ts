import { spawn } from 'node:child_process';
import type { Account } from './account.ts';
import { EmbeddedError } from './embedded-error.ts';

export type ProgramOptions = { readonly account: Account | undefined; readonly cwd: string; readonly input?: string };

/** Nothing of the service's environment: a PGDATA, PGPORT or LD_LIBRARY_PATH set for something else would mislead. */
export const plainEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const programTimeoutMs = 120_000;

/** Runs one of PostgreSQL's programs to its end, or throws EmbeddedError with the last line it said. */
export async function runProgram(file: string, args: readonly string[], options: ProgramOptions): Promise<void> {
  const { account, cwd, input = '' } = options;
  const child = spawn(file, args, {
    ...account,
    cwd,
    env: plainEnvironment,
    // Nobody reads what it says, but with the pipe gone initdb ends soon after the service that was killed.
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: programTimeoutMs,
    windowsHide: true,
  });
  child.stdout.resume();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  // A program that ends before it has read its input has already said why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new EmbeddedError(`${file} failed: ${lastLine(said) ?? `it ended with ${code}`}`);
}

export function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1)?.trim() || undefined;
}
