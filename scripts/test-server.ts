import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/db/embedded/index.ts';
import { asOwner } from '../test/support/database.ts';
import { isAlive } from '../test/support/embedded-service.ts';

/** Room for the databases of the files that run at once, and of those that ended and are not yet dropped. */
const memoryNeeded = 3_000_000_000;
/** Of this user: what somebody else left is not ours to remove. */
const folderPrefix = `daybook-test-run-${userInfo().uid}-`;

export type TestServer = { readonly url: string; stop(): Promise<void> };

/** One PostgreSQL for a whole run, without fsync since nothing in it outlives the run. */
export async function startTestServer({ keepsPlans }: { readonly keepsPlans: boolean }): Promise<TestServer> {
  const place = roomyPlace();
  removeAbandoned(place);
  const folder = mkdtempSync(join(place, `${folderPrefix}${process.pid}-`));
  const embedded = await startEmbedded({ folder, log: () => undefined, fast: true });
  if (keepsPlans) await keepPlans(embedded.ownerUrl);
  return {
    url: embedded.ownerUrl,
    stop: async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** In memory where there is room: to write the databases of test files to a disk was half of the system’s work. */
function roomyPlace(): string {
  const memory = '/dev/shm';
  const { bavail: blocks = 0, bsize = 0 } = existsSync(memory) ? statfsSync(memory) : {};
  return Math.min(blocks * bsize, process.availableMemory() / 2) > memoryNeeded ? memory : tmpdir();
}

/** Folders of runs that were killed. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place).filter((one) => one.startsWith(folderPrefix))) {
    const pid = Number.parseInt(name.slice(folderPrefix.length), 10);
    if (!isAlive(pid)) rmSync(join(place, name), { recursive: true, force: true });
  }
}

/**
 * Each connection otherwise plans a statement for its values five times before it keeps a plan: a fifth of the work of
 * a run, since no connection of a test asks much more often.
 */
async function keepPlans(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query('alter system set plan_cache_mode = force_generic_plan');
    await client.query('select pg_reload_conf()');
  });
}
