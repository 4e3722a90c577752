#!/usr/bin/env node
// The `daybook` command. A checkout runs the TypeScript itself; an installed package runs what `prepack` emitted,
// because Node refuses TypeScript under node_modules.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runUnderNode24 } from './node24.js';

const built = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const installed = fileURLToPath(import.meta.url).includes('node_modules');

await runUnderNode24([installed && existsSync(built) ? built : source, ...process.argv.slice(2)]);
