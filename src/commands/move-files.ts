import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { openStore } from '../storage/open-store.ts';

/**
 * Moves the bytes of files from the data folder to the bucket, each one gone from here when it is kept there: whatever
 * ends it half way, the next run goes on.
 */
export async function moveFiles(config: Config, args: readonly string[]): Promise<void> {
  if (args.length !== 1 || args[0] !== 'move') throw new ConfigError('daybook files takes one word: move.');
  if (config.bucket === undefined) throw new ConfigError('DAYBOOK_FILES_URL says where files move to. Set it first.');
  const store = await openStore(config);
  const folder = join(config.dataFolder, 'files');
  let moved = 0;
  for (const { organization, sha256, path } of await contentIn(folder)) {
    await store.keep(path, { organization, sha256 });
    moved += 1;
    if (moved % 100 === 0) console.log(`${moved} moved so far`);
  }
  console.log(`${moved} ${moved === 1 ? 'file was' : 'files were'} moved to the bucket ${config.bucket.bucket}.`);
}

async function contentIn(folder: string) {
  const names = await readdir(folder, { recursive: true });
  return names.flatMap((name) => {
    const [, organization, sha256] = /^([0-9a-f-]{36})[/\\][0-9a-f]{2}[/\\]([0-9a-f]{64})$/.exec(name) ?? [];
    return organization === undefined || sha256 === undefined
      ? []
      : [{ organization, sha256, path: join(folder, name) }];
  });
}
