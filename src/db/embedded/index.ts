import { chooseAddress, urlOf } from './address.ts';
import { ensureCluster, ownerRole, setOwnerPassword } from './cluster.ts';
import { codeOf, EmbeddedError } from './embedded-error.ts';
import { readOrMakePassword } from './keys.ts';
import { lockFolder } from './lock.ts';
import { packagedPrograms, placePrograms } from './programs.ts';
import { WrongPassword } from './ready.ts';
import { databaseName, ensureRoles, runtimeRole } from './roles.ts';
import { startServer, type Server, type ServerOptions } from './server.ts';
import { prepareSite, type Site } from './site.ts';

export { majorVersion } from './cluster.ts';
export { EmbeddedError } from './embedded-error.ts';
export { findRunning } from './running.ts';
export { giveTree, ownerOf } from './account.ts';

export type Embedded = {
  /** A superuser's connection, for migrations only. */
  readonly ownerUrl: string;
  /** The connection of the role `daybook_runtime`, which row-level security binds. */
  readonly runtimeUrl: string;
  /** Shuts the server down fast. May be called more than once. */
  readonly stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  readonly folder: string;
  readonly log: (line: string) => void;
  /** For tests only: nothing is forced to the disk. */
  readonly fast?: boolean;
};

/**
 * Starts the PostgreSQL that came with npm on a data folder, making the database on first use. Throws EmbeddedError,
 * whose message is for people, when another Daybook serves the folder or the machine cannot run it.
 */
export async function startEmbedded({ folder, log, fast = false }: EmbeddedOptions): Promise<Embedded> {
  try {
    const native = packagedPrograms();
    const site = prepareSite(folder);
    const lock = lockFolder(site.home);
    try {
      return await startLocked({ site, native, log, fast, release: lock.release });
    } catch (error) {
      lock.giveBack();
      throw error;
    }
  } catch (error) {
    throw explained(error, folder);
  }
}

type Start = {
  readonly site: Site;
  readonly native: string;
  readonly log: (line: string) => void;
  readonly fast: boolean;
  readonly release: () => void;
};

async function startLocked({ site, native, log, fast, release }: Start): Promise<Embedded> {
  const begun = performance.now();
  const programs = placePrograms(native, { home: site.home, accounts: [site.account, site.initializer], log });
  const ownerPassword = readOrMakePassword(site, ownerRole);
  const runtimePassword = readOrMakePassword(site, runtimeRole);
  const address = await chooseAddress(site.home);
  const ownerUrlTo = (database: string) => urlOf(address, { role: ownerRole, password: ownerPassword, database });
  const runtimeUrl = urlOf(address, { role: runtimeRole, password: runtimePassword, database: databaseName });
  const probeUrl = ownerUrlTo('postgres');

  await ensureCluster(site, programs, { password: ownerPassword, fast, log });
  const server = await startWithPassword({ site, programs, address, probeUrl, fast, log }, ownerPassword);
  try {
    await ensureRoles({ ownerUrl: probeUrl, runtimeUrl, runtimePassword });
  } catch (error) {
    await server.stop();
    throw error;
  }
  log(`PostgreSQL is ready after ${((performance.now() - begun) / 1_000).toFixed(2)} s.`);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.stop().then(release));
  return { ownerUrl: ownerUrlTo(databaseName), runtimeUrl, stop };
}

/** The owner of the data folder may open it: after the key was lost, a new one is set. */
async function startWithPassword(options: ServerOptions, password: string): Promise<Server> {
  try {
    return await startServer(options);
  } catch (error) {
    if (!(error instanceof WrongPassword)) throw error;
    options.log(`The owner's key does not open the database; a new password is set.`);
    await setOwnerPassword(options.site, options.programs, password);
    return startServer(options);
  }
}

const folderProblems = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EDQUOT']);

function explained(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !folderProblems.has(codeOf(error) ?? '')) return error;
  return new EmbeddedError(`Daybook cannot use the data folder ${folder}: ${error.message}.`, { cause: error });
}
