import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, statSync } from 'node:fs';
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { give, giveTree } from './account.ts';
import { EmbeddedError } from './embedded-error.ts';
import { runProgram, type ProgramOptions } from './program.ts';
import type { Programs } from './programs.ts';
import { accessRules, serverSettings } from './settings.ts';
import { pathInside, type Site } from './site.ts';

export const ownerRole = 'daybook_owner';

type Making = { readonly password: string; readonly fast: boolean; readonly log: (line: string) => void };

export const majorVersion = '18';
const draftPrefix = 'cluster-draft-';

/** Makes the cluster where there is none yet; else sees to it that the server will accept it. */
export async function ensureCluster(site: Site, programs: Programs, making: Making): Promise<void> {
  for (const name of readdirSync(site.home)) {
    // The initdb of a start that was killed may be writing there still, for a moment.
    if (name.startsWith(draftPrefix)) await rm(join(site.home, name), { recursive: true, force: true, maxRetries: 10 });
  }
  if (existsSync(site.cluster)) adoptCluster(site);
  else await makeCluster(site, programs, making);
}

/** Sets the owner's password without one: for a new cluster, and where the key was lost. The server must be down. */
export async function setOwnerPassword(site: Site, programs: Programs, password: string): Promise<void> {
  const { cluster, account, initializer } = site;
  const borrowed = account !== undefined && initializer !== undefined && account.uid !== initializer.uid;
  if (borrowed) giveTree(cluster, initializer);
  await runSingle(site, programs, { cluster, password, account: initializer });
  if (borrowed) giveTree(cluster, account);
}

/** It gets its name when it is whole and on the disk: whatever interrupts this, the next start finds all or nothing. */
async function makeCluster(site: Site, programs: Programs, { password, fast, log }: Making): Promise<void> {
  log(`Making a new database in ${site.cluster}.`);
  const draft = mkdtempSync(join(site.home, draftPrefix));
  const account = site.initializer;
  give(draft, account);
  const path = pathInside(site, draft);
  const run = (...args: string[]) => runNamed(programs.initdb, ['-D', path, ...args], { account, cwd: draft });
  // Sorting and letters come from PostgreSQL itself, so that indexes do not depend on the machine's C library. No one
  // can log in until the password is set: `reject` stands until our own rules replace it.
  await run(
    `--username=${ownerRole}`,
    '--auth=reject',
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    '--no-sync',
  );
  for (const [name, text] of [
    ['postgresql.conf', serverSettings],
    ['pg_hba.conf', accessRules],
  ] as const) {
    writeFileSync(join(draft, name), text, { mode: 0o600 });
    give(join(draft, name), account);
  }
  await runSingle(site, programs, { cluster: draft, password, account });
  if (!fast) await run('--sync-only');
  if (site.account !== undefined && site.account.uid !== account?.uid) giveTree(draft, site.account);
  renameSync(draft, site.cluster);
  if (!fast) syncFolder(site.home);
}

async function runNamed(file: string, args: string[], options: ProgramOptions): Promise<void> {
  try {
    await runProgram(file, args, options);
  } catch (error) {
    if (!(error instanceof EmbeddedError) || !error.message.includes('effective user ID')) throw error;
    throw new EmbeddedError(
      `The account with id ${process.getuid?.()} has no name on this machine, which PostgreSQL needs to make a ` +
        `database. Add it to /etc/passwd, start as another account, or set DATABASE_URL.`,
    );
  }
}

function adoptCluster({ cluster, account }: Site): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion) {
    throw new EmbeddedError(`${cluster} was made by PostgreSQL ${version}; this Daybook brings ${majorVersion}.`);
  }
  const { uid } = statSync(cluster);
  // A backup put back by root belongs to root, and often may be read by all, which the server refuses.
  if (account !== undefined && account.uid !== uid) giveTree(cluster, account);
  if (account === undefined && process.getuid !== undefined && process.getuid() !== uid) {
    throw new EmbeddedError(`${cluster} belongs to the account with id ${uid}. Start Daybook as that one, or as root.`);
  }
  chmodSync(cluster, 0o700);
}

type Single = { readonly cluster: string; readonly password: string; readonly account: Site['account'] };

async function runSingle(site: Site, programs: Programs, { cluster, password, account }: Single): Promise<void> {
  const path = pathInside(site, cluster);
  await runNamed(programs.postgres, ['--single', '-D', path, '-c', 'exit_on_error=true', 'postgres'], {
    account,
    cwd: cluster,
    input: `alter role ${ownerRole} password '${password}'\n`,
  });
}

/** A new name is on the disk only when the folder that holds it is. Windows cannot open folders, nor needs to. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
