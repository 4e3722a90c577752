import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';

/** A test that programs nobody here wrote decide: left out where they are not, unless all tests are to run. */
export function needing(...programs: readonly string[]): { readonly skip: string | false } {
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length === 0) return { skip: false };
  if (process.env['DAYBOOK_TESTS_COMPLETE'] === '1') throw new Error(`${missing.join(', ')} not installed`);
  return { skip: `needs ${missing.join(', ')}` };
}

/** Output of a program that must succeed. */
export function run(tool: string, ...args: readonly string[]): string {
  const { stdout, status, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  assert.equal(status, 0, `${tool}: ${stdout}${stderr}`);
  return stdout;
}

/** Text that a reader can copy out of a PDF, in drawing order. */
export function pdfText(bytes: Uint8Array): string {
  return execFileSync('pdftotext', ['-raw', '-', '-'], { input: bytes, encoding: 'utf8' });
}
