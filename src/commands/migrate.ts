import type { Config } from '../config.ts';
import { startEmbedded } from '../db/embedded/index.ts';
import { migrate } from '../db/migrate.ts';

/** Brings the database up to date and ends, for those who do that apart from the start. */
export async function migrateOnly({ databaseUrl, dataFolder }: Config): Promise<void> {
  const embedded =
    databaseUrl === undefined ? await startEmbedded({ folder: dataFolder, log: () => undefined }) : undefined;
  const applied = await migrate(databaseUrl ?? embedded?.ownerUrl ?? '');
  await embedded?.stop();
  console.log(applied.length === 0 ? 'Nothing to migrate.' : `Migrated: ${applied.join(', ')}.`);
}
