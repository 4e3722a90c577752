import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const timeoutMs = 60_000;

/** Result of a program that checks a file. */
export type Verdict = { readonly ok: boolean; readonly output: string; readonly errors: string };

export type Tool = {
  /** Runs it with these arguments; `FILE` among them stands for a file with this content. */
  readonly on: (content: string, ...args: readonly string[]) => Verdict;
};

/**
 * A program that nobody here wrote, to judge what we wrote. Undefined where the machine has none, and then the test
 * says in one line what it left out; unless it is where all tests are to run, and that fails it.
 */
export function tool(context: TestContext, program: string, leftOut: string): Tool | undefined {
  const found = spawnSync(program, ['--version'], { timeout: timeoutMs }).error === undefined;
  if (!found && process.env['DAYBOOK_TESTS_COMPLETE'] === '1') throw new Error(`${program} is not installed`);
  if (!found) context.diagnostic(`left out, because ${program} is not installed: ${leftOut}`);
  return found ? { on: (content, ...args) => runOn(program, content, args) } : undefined;
}

function runOn(program: string, content: string, args: readonly string[]): Verdict {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-tool-'));
  try {
    const file = join(folder, 'input');
    writeFileSync(file, content);
    const { status, stdout, stderr } = spawnSync(
      program,
      args.map((arg) => (arg === 'FILE' ? file : arg)),
      { encoding: 'utf8', timeout: timeoutMs, env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' } },
    );
    return { ok: status === 0, output: stdout, errors: stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
