import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from '../sql-state.ts';
import { codeOf, EmbeddedError } from './embedded-error.ts';

type Waiting = { readonly signal: AbortSignal; readonly log: (line: string) => void };

const askIntervalMs = 10;
const connectTimeoutMs = 2_000;
const reportIntervalMs = 10_000;
/** After a crash the server first replays what it had promised, which on a slow disk may take minutes. */
const readyWithinMs = 600_000;

/** The password does not open the database: the key was lost, or is another database's. */
export class WrongPassword extends Error {}

/** Waits until the server takes connections; throws WrongPassword when it does but not ours. */
export async function waitUntilReady(url: string, { signal, log }: Waiting): Promise<void> {
  const begun = performance.now();
  let reportAt = begun + reportIntervalMs;
  while (!signal.aborted) {
    const refusal = await tryConnection(url);
    if (refusal === undefined) return;
    const now = performance.now();
    if (now - begun > readyWithinMs) throw new EmbeddedError(`PostgreSQL did not become ready: ${refusal}.`);
    if (now > reportAt) {
      log(`Waiting for PostgreSQL: ${refusal}.`);
      reportAt = now + reportIntervalMs;
    }
    await sleep(askIntervalMs);
  }
}

/** Answers what stood in the way, or undefined. */
export async function tryConnection(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    if (codeOf(error) === sqlState.invalidPassword) throw new WrongPassword('the password does not open the database');
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
