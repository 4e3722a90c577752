import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';

/** Content address within an organisation. Both parts are made by the service and never by a caller. */
export type ContentKey = { readonly organization: string; readonly sha256: string };

/** Store of bytes, without names and permissions. */
export type ContentStore = {
  /** Path for incoming bytes that nobody reads from. */
  incoming(name: string): Promise<string>;
  /** Makes what came in the content of the key. After a power cut it is there whole, or not at all. */
  keep(incoming: string, key: ContentKey): Promise<void>;
  /** Undefined where nothing is kept under the key. */
  read(key: ContentKey): Promise<{ readonly size: number; readonly bytes: Readable } | undefined>;
  remove(key: ContentKey): Promise<void>;
};

/** Longer than any upload takes: what is older was left behind by a crash. */
const incomingHoursMax = 24;

/** Bytes in a folder of this machine, or of one that all nodes share. */
export function folderStore(folder: string): ContentStore {
  const root = resolve(folder);
  const pathOf = (key: ContentKey): string => {
    const path = join(root, placeOf(key));
    if (!path.startsWith(root + sep)) throw new RangeError('such content cannot be kept');
    return path;
  };
  return {
    incoming: async (name) => {
      const place = join(root, 'incoming');
      await mkdir(place, { recursive: true, mode: 0o700 });
      await removeLeftovers(place);
      return join(place, name);
    },
    keep: async (incoming, key) => {
      const path = pathOf(key);
      const place = join(path, '..');
      await mkdir(place, { recursive: true, mode: 0o700 });
      await syncing(incoming);
      await rename(incoming, path);
      await syncing(place);
      await syncing(join(place, '..'));
    },
    read: async (key) => {
      const path = pathOf(key);
      const found = await stat(path).catch(absent);
      return found === undefined ? undefined : { size: found.size, bytes: createReadStream(path) };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** Path in a store: below its organisation, and below few enough names to be listed. */
export function placeOf({ organization, sha256 }: ContentKey): string {
  if (!/^[0-9a-f-]{36}$/.test(organization) || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw new RangeError('such content cannot be kept');
  }
  return `${organization}/${sha256.slice(0, 2)}/${sha256}`;
}

/** A name in a folder survives a power cut only once the folder itself is written. */
async function syncing(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeLeftovers(place: string): Promise<void> {
  const before = Date.now() - incomingHoursMax * 3_600_000;
  for (const name of await readdir(place)) {
    const path = join(place, name);
    const found = await stat(path).catch(absent);
    if (found !== undefined && found.mtimeMs < before) await rm(path, { force: true });
  }
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
