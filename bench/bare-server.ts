import { spawn } from 'node:child_process';
import { freePort } from './stage.ts';

type BareServer = { readonly port: number; readonly pid: number; readonly stop: () => void };

/** Starts a script that listens on the port of its first argument, and says something once it does. */
export async function startBare(script: string, ...more: readonly string[]): Promise<BareServer> {
  const port = await freePort();
  const path = new URL(script, import.meta.url).pathname;
  const child = spawn(process.execPath, [path, String(port), ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((ready) => child.stdout.once('data', ready));
  return { port, pid: child.pid ?? 0, stop: () => void child.kill() };
}
