#!/usr/bin/env node
// Runs the arguments under Node 24.12 or newer: this one when it is new enough, else the one that came with
// `npm ci` as an optional dependency. Plain JavaScript for old Nodes, since its whole purpose is to be run by them.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const wanted = [24, 12];

/** Runs `args`, a file and its arguments, in this process where its Node is new enough, else in one of its own. */
export function runUnderNode24(args) {
  if (!isNewEnough()) return launch(findNode(), args);
  process.argv.splice(1, process.argv.length - 1, resolve(args[0]), ...args.slice(1));
  return import(pathToFileURL(process.argv[1]).href);
}

/** Passes signals on, and ends as the other ends. */
function launch(node, args) {
  if (node === undefined) {
    console.error(
      `Daybook needs Node ${wanted.join('.')} or newer; this is ${process.version} and npm brought none for ` +
        `${process.platform}-${process.arch}. Install Node 24 from https://nodejs.org and start again.`,
    );
    process.exit(1);
  }
  // A kill -9 of this process reaches no other, but it closes the channel, which `daybook start` takes for a signal.
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal !== null) process.removeAllListeners(signal);
    if (signal !== null) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > wanted[0] || (major === wanted[0] && minor >= wanted[1]);
}

function findNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const binary = process.platform === 'win32' ? join(folder, 'bin', 'node.exe') : join(folder, 'bin', 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runUnderNode24(process.argv.slice(2));
