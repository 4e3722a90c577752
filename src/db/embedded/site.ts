import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseAccount, chooseInitializer, give, mayReach, ownerOf, type Account } from './account.ts';
import { EmbeddedError } from './embedded-error.ts';

/** Location of the database, and the account that runs it. */
export type Site = {
  readonly folder: string;
  /** Everything of PostgreSQL's: the cluster, the socket, the log, copies of the programs. */
  readonly home: string;
  readonly cluster: string;
  readonly serverLog: string;
  /** Runs the server and owns the cluster. */
  readonly account: Account | undefined;
  /** Runs initdb, and the server while it takes no connections. */
  readonly initializer: Account | undefined;
  /** Owns whatever else is made here: who owns the data folder, so that root leaves nothing only root can use. */
  readonly heir: Account | undefined;
  /** The accounts may pass through all folders above; a private home folder does not let them. */
  readonly reachable: boolean;
};

const enterOnly = 0o711;
const ownerOnly = 0o700;

/** Makes the folders that are missing. */
export function prepareSite(dataFolder: string): Site {
  const made = resolve(dataFolder);
  mkdirSync(join(made, 'postgres'), { recursive: true, mode: enterOnly });
  const folder = realpathSync(made);
  const home = join(folder, 'postgres');
  const cluster = join(home, 'cluster');
  const heir = ownerOf(folder);
  give(home, heir);
  // Independent of root's umask: the server enters from the cluster to reach the socket's folder.
  if (heir !== undefined) chmodSync(home, enterOnly);
  const account = chooseAccount(folder, cluster);
  const initializer = chooseInitializer(account);
  const reachable = mayReach(home, account) && mayReach(home, initializer);
  if (!reachable && process.platform !== 'linux') {
    throw new EmbeddedError(
      `The account that runs PostgreSQL (${account?.uid}) may not enter ${folder}. Start as an ordinary user, or ` +
        `choose a data folder outside of private folders.`,
    );
  }
  mkdirSync(join(home, 'socket'), { recursive: true, mode: ownerOnly });
  give(join(home, 'socket'), account);
  return { folder, home, cluster, serverLog: join(home, 'server.log'), account, initializer, heir, reachable };
}

/**
 * The cluster's path for a program started inside of it. Through a private folder no path leads there, but the working
 * directory a process was born with does, and Linux gives it a name.
 */
export function pathInside({ reachable }: Site, cluster: string): string {
  return reachable ? cluster : '/proc/self/cwd';
}

/** Tells the cluster's processes from all others, on their command lines; a copy of the folder gets another. */
export function clusterTag(cluster: string): string {
  const { dev, ino } = statSync(cluster, { bigint: true });
  return `daybook-${dev}-${ino}-db`;
}
