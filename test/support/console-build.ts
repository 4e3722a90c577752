import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';

/** The console as its sources are now: built by the test runner for the whole run, else for this test file. */
export function builtConsole(): string {
  const shared = process.env['DAYBOOK_TEST_CONSOLE'];
  if (shared !== undefined) return shared;
  const folder = buildConsole();
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Apart from what `npm ci` made, in a folder that the caller removes. */
export function buildConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-console-'));
  execFileSync(process.execPath, [resolve('scripts/bundle-console.ts'), folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return folder;
}
