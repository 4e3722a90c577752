import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type ContentStore, folderStore } from './content-store.ts';

/** Opens the configured store, after checking that it works. */
export async function openStore({ bucket, dataFolder }: Pick<Config, 'bucket' | 'dataFolder'>): Promise<ContentStore> {
  const folder = join(dataFolder, 'files');
  if (bucket === undefined) return folderStore(folder);
  const { checkBucket, s3Store } = await import('./s3-store.ts');
  await checkBucket(bucket, folder);
  return s3Store(bucket, folder);
}
