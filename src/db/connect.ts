import { type Config, ConfigError } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { startEmbedded } from './embedded/index.ts';
import { migrate, Unreachable } from './migrate.ts';
import { openConnection } from './session.ts';

const runtimeRole = 'daybook_runtime';

export type Connected = {
  readonly db: Database;
  /** For what only the owner of the tables may do. */
  readonly ownerUrl: string;
  close(): Promise<void>;
};

type Options = Pick<Config, 'databaseUrl' | 'dataFolder'> & {
  readonly log: (line: string) => void;
  /** False for what only looks: the schema stays as it is. */
  readonly migrates?: boolean;
  readonly onConnectionError: (error: Error) => void;
};

/** The migrated database, as the role that owns nothing: a server's where one is named, else the embedded one. */
export async function connect({
  databaseUrl,
  dataFolder,
  log,
  migrates = true,
  ...options
}: Options): Promise<Connected> {
  const { onConnectionError } = options;
  if (databaseUrl !== undefined) {
    refuseOptions(databaseUrl);
    if (migrates) await migrateServer(databaseUrl);
    await allowRuntimeRole(databaseUrl);
    const db = openDatabase({ url: databaseUrl, role: runtimeRole, onConnectionError });
    return { db, ownerUrl: databaseUrl, close: () => db.close() };
  }
  const embedded = await startEmbedded({ folder: dataFolder, log });
  try {
    if (migrates) await migrate(embedded.ownerUrl);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const db = openDatabase({ url: embedded.runtimeUrl, onConnectionError });
  return {
    db,
    ownerUrl: embedded.ownerUrl,
    close: async () => {
      await db.close();
      await embedded.stop();
    },
  };
}

/** Options in the address override ours, which set the role: without it no row is protected. */
function refuseOptions(databaseUrl: string): void {
  if (!new URL(databaseUrl).searchParams.has('options')) return;
  throw new ConfigError('DATABASE_URL takes no `options`: Daybook assumes its role by them. Leave them out.');
}

async function migrateServer(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new ConfigError(`DATABASE_URL names a database that cannot be reached: ${error.message}.`, { cause: error });
  }
}

/**
 * PostgreSQL does not let the creator of a role act as it until it is granted, superusers excepted. Without this every
 * request would fail, after a start that looked well.
 */
async function allowRuntimeRole(databaseUrl: string): Promise<void> {
  const client = openConnection(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const isAllowed = await client.query(`set role ${runtimeRole}`).then(
      () => true,
      () => false,
    );
    if (!isAllowed) await client.query(`grant ${runtimeRole} to current_user`);
  } catch (error) {
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name');
    const remedy = `grant ${runtimeRole} to ${rows[0]?.name ?? 'it'}`;
    throw new ConfigError(
      `The user of DATABASE_URL may not act as ${runtimeRole}. Let an administrator run: ${remedy};`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}
