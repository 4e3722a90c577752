import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { aboutPath, type About, type Manifest, manifestPath } from './manifest.ts';
import { blockBytes, paddingOf, tarHeader } from './tar-header.ts';

/** A tar file whose files are compressed one by one, so that a damaged byte harms one of them and names it. */
export type ArchiveWriter = {
  /** One that is in it already stays as it is. */
  addFolder(path: string): Promise<void>;
  /** Answers false where there is no such file (any more). */
  addFile(path: string, source: string): Promise<boolean>;
  addText(path: string, text: string): Promise<void>;
  has(path: string): boolean;
  /** Names it when it is whole and on the disk, and answers its size in bytes. */
  finish(endedAt: string): Promise<number>;
  /** Leaves nothing of it. */
  abandon(): Promise<void>;
};

export const compressedSuffix = '.zst';
/** Fast: a nightly backup should take no core from those who work. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};
const noOneElse = 0o600;

export async function writeArchive(file: string, about: About): Promise<ArchiveWriter> {
  const draft = `${file}.unfinished`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', noOneElse);
  const files: Manifest['files'][number][] = [];
  const seen = new Set<string>();
  let at = 0;
  const append = async (bytes: Buffer) => {
    await handle.write(bytes, 0, bytes.length, at);
    at += bytes.length;
  };
  const add = async (path: string, source: Readable) => {
    const begun = at;
    at += blockBytes;
    const raw = new Measured();
    try {
      await pipeline(source, raw, createZstdCompress(compression), async (compressed: AsyncIterable<Buffer>) => {
        for await (const bytes of compressed) await append(bytes);
      });
    } catch (error) {
      // The partial entry is overwritten.
      at = begun;
      throw error;
    }
    const size = at - begun - blockBytes;
    await handle.write(tarHeader({ path: `${path}${compressedSuffix}`, isFolder: false, size }), 0, blockBytes, begun);
    await append(Buffer.alloc(paddingOf(size)));
    seen.add(path);
    files.push({ path, size: raw.size, sha256: raw.digest() });
  };
  const addText = (path: string, text: string) => add(path, Readable.from([Buffer.from(text)]));
  await addText(aboutPath, JSON.stringify(about));
  return {
    addText,
    addFolder: async (path) => {
      if (!seen.has(path)) await append(tarHeader({ path, isFolder: true, size: 0 }));
      seen.add(path);
    },
    addFile: async (path, source) => {
      try {
        await add(path, createReadStream(source));
        return true;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
        throw error;
      }
    },
    has: (path) => seen.has(path),
    finish: async (endedAt) => {
      await addText(manifestPath, JSON.stringify({ ended_at: endedAt, files } satisfies Manifest));
      await append(Buffer.alloc(2 * blockBytes));
      await handle.truncate(at);
      await handle.sync();
      await handle.close();
      await rename(draft, file);
      await syncFolder(dirname(file));
      return at;
    },
    abandon: async () => {
      await close(handle);
      await rm(draft, { force: true });
    },
  };
}

/** Counts and hashes what passes. */
export class Measured extends Transform {
  size = 0;
  readonly #hash = createHash('sha256');

  override _transform(bytes: Buffer, _: BufferEncoding, done: (error: null, passed: Buffer) => void): void {
    this.size += bytes.length;
    this.#hash.update(bytes);
    done(null, bytes);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

async function close(handle: FileHandle): Promise<void> {
  await handle.close().catch(() => undefined);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, nor needs to.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
