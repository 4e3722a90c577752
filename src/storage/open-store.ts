import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type ContentStore, folderStore } from './content-store.ts';
import { checkBucket, s3Store } from './s3-store.ts';

/** Where the settings say that bytes lie, once it is known that they can. */
export async function openStore({ bucket, dataFolder }: Pick<Config, 'bucket' | 'dataFolder'>): Promise<ContentStore> {
  const folder = join(dataFolder, 'files');
  if (bucket === undefined) return folderStore(folder);
  await checkBucket(bucket, folder);
  return s3Store(bucket, folder);
}
