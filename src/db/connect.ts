import { type Config, ConfigError } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { startEmbedded } from './embedded/index.ts';
import { migrate, Unreachable } from './migrate.ts';

const runtimeRole = 'daybook_runtime';

export type Connected = { readonly db: Database; close(): Promise<void> };

type Options = Pick<Config, 'databaseUrl' | 'dataFolder'> & {
  readonly log: (line: string) => void;
  readonly onConnectionError: (error: Error) => void;
};

/** The migrated database, as the role that owns nothing: a server's where one is named, else the embedded one. */
export async function connect({ databaseUrl, dataFolder, log, onConnectionError }: Options): Promise<Connected> {
  if (databaseUrl !== undefined) {
    await migrateServer(databaseUrl);
    const db = openDatabase({ url: databaseUrl, role: runtimeRole, onConnectionError });
    return { db, close: () => db.close() };
  }
  const embedded = await startEmbedded({ folder: dataFolder, log });
  try {
    await migrate(embedded.ownerUrl);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const db = openDatabase({ url: embedded.runtimeUrl, onConnectionError });
  return {
    db,
    close: async () => {
      await db.close();
      await embedded.stop();
    },
  };
}

async function migrateServer(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new ConfigError(`DATABASE_URL names a database that cannot be reached: ${error.message}.`, { cause: error });
  }
}
