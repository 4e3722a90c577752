#!/usr/bin/env node
// Runs the arguments under Node 24.12 or newer: this one when it is new enough, else the one that came with
// `npm ci` as an optional dependency. Plain JavaScript for old Nodes, since its whole purpose is to be run by them.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wanted = [24, 12];

/** Starts Node on `args`, passes signals on, and ends as it ends. */
export function runUnderNode24(args) {
  const node = findNode();
  if (node === undefined) {
    console.error(
      `Daybook needs Node ${wanted.join('.')} or newer; this is ${process.version} and npm brought none for ` +
        `${process.platform}-${process.arch}. Install Node 24 from https://nodejs.org and start again.`,
    );
    process.exit(1);
  }
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal !== null) process.removeAllListeners(signal);
    if (signal !== null) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const binary = process.platform === 'win32' ? join(folder, 'bin', 'node.exe') : join(folder, 'bin', 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runUnderNode24(process.argv.slice(2));
