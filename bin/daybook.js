#!/usr/bin/env node
// The `daybook` command. Runs the bundle that `npm ci` made; a checkout that changed since runs its TypeScript.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runUnderNode24 } from './node24.js';

const bundle = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const source = fileURLToPath(new URL('../src', import.meta.url));

await runUnderNode24([isCurrent() ? bundle : join(source, 'main.ts'), ...process.argv.slice(2)]);

/** A package brings no source. A folder changes when a file is added to it or goes. */
function isCurrent() {
  if (!existsSync(source)) return true;
  const made = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(source, { recursive: true }).every((path) => statSync(join(source, path)).mtimeMs <= made);
}
