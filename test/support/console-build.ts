import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';

/** The console as its sources are now, built apart from what `npm ci` made; removed after the test file. */
export function buildConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-console-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [resolve('scripts/bundle-console.ts'), folder]);
  return folder;
}
