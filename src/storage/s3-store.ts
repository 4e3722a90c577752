import { createHash, randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type BucketConfig, ConfigError } from '../config.ts';
import { type ContentStore, folderStore, placeOf } from './content-store.ts';
import { openS3, type S3 } from './s3-requests.ts';

type Options = Parameters<typeof openS3>[1];

/**
 * Bytes in a bucket. What comes in is looked at on the disk of this node first, and sent when its hash is known: the
 * storage refuses what arrives otherwise, and keeps it whole or not at all. What it has is not sent again.
 */
export function s3Store(config: BucketConfig, folder: string, options?: Options): ContentStore {
  const s3 = openS3(config, options);
  const disk = folderStore(folder);
  const nameOf = (place: string) => (config.prefix === '' ? place : `${config.prefix}/${place}`);
  return {
    incoming: (name) => disk.incoming(name),
    keep: async (path, key) => {
      const name = nameOf(placeOf(key));
      const { size } = await stat(path);
      const there = await s3({ method: 'HEAD', name });
      there?.resume();
      if (Number(there?.headers['content-length']) !== size) await put(s3, name, { path, size, sha256: key.sha256 });
      await rm(path, { force: true });
    },
    read: async (key) => {
      const found = await s3({ method: 'GET', name: nameOf(placeOf(key)) });
      return found === undefined ? undefined : { size: Number(found.headers['content-length']), bytes: found };
    },
    remove: async (key) => {
      (await s3({ method: 'DELETE', name: nameOf(placeOf(key)) }))?.resume();
    },
  };
}

async function put(s3: S3, name: string, body: { path: string; size: number; sha256: string }): Promise<void> {
  (await s3({ method: 'PUT', name, body }))?.resume();
}

const greeting = 'Files of Daybook lie here.\n';

/** Fails with what is wrong where the bucket does not keep and give back. */
export async function checkBucket(config: BucketConfig, folder: string, options?: Options): Promise<void> {
  const s3 = openS3(config, options);
  const name = config.prefix === '' ? 'daybook.txt' : `${config.prefix}/daybook.txt`;
  const path = await folderStore(folder).incoming(`check-${randomUUID()}`);
  const sha256 = createHash('sha256').update(greeting).digest('hex');
  try {
    await writeFile(path, greeting, { flag: 'wx', mode: 0o600 });
    await put(s3, name, { path, size: greeting.length, sha256 });
    // Without the permission to list names, storage refuses a missing object instead of reporting it missing.
    await s3({ method: 'GET', name: `${name}.none` });
    const found = await s3({ method: 'GET', name });
    if (found === undefined || (await text(found)) !== greeting) throw new Error('it does not give back what it took');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`DAYBOOK_FILES_URL names a bucket that cannot be used: ${why}.`, { cause: error });
  } finally {
    await rm(path, { force: true });
  }
}
