import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { ConfigError } from '../../config.ts';
import { compressedSuffix } from './archive-writer.ts';
import { blockBytes, paddingOf, readTarHeader } from './tar-header.ts';

export type Entry = {
  readonly path: string;
  readonly isFolder: boolean;
  /** Offset of its bytes in the archive. */
  readonly begins: number;
  /** As they were before they were compressed. */
  readonly bytes: () => Readable;
};

/** The entries of an archive in their order; throws where it is not one, or not whole. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const handle = await open(file, 'r');
  try {
    yield* entriesOf(file, handle);
  } finally {
    await handle.close();
  }
}

async function* entriesOf(file: string, handle: FileHandle): AsyncGenerator<Entry> {
  let at = 0;
  let last: string | undefined;
  for (;;) {
    const header = await bytesAt(handle, at, blockBytes);
    if (header.length === blockBytes && header.every((byte) => byte === 0)) return;
    const read = header.length === blockBytes ? readTarHeader(header) : undefined;
    if (read === undefined) throw broken(file, header.length, last);
    const { path: stored, isFolder, size } = read;
    const begins = at + blockBytes;
    const path = isFolder ? stored : stored.slice(0, -compressedSuffix.length);
    const bytes = () =>
      pipeline(
        createReadStream(file, { start: begins, end: begins + size - 1 }),
        createZstdDecompress(),
        () => undefined,
      );
    yield { path, isFolder, begins, bytes };
    const padding = await bytesAt(handle, begins + size, paddingOf(size));
    if (padding.length < paddingOf(size)) throw broken(file, 0, path);
    if (padding.some((byte) => byte !== 0)) throw damaged(file, path);
    at = begins + size + padding.length;
    last = path;
  }
}

export function damaged(file: string, path: string): ConfigError {
  return new ConfigError(`${file} is damaged: ${path} is not what was backed up. Nothing was restored.`);
}

function broken(file: string, found: number, last: string | undefined): ConfigError {
  if (last === undefined) return new ConfigError(`${file} is no backup of Daybook.`);
  const what = found === 0 ? 'it ends' : 'it cannot be read';
  return new ConfigError(`${file} is damaged: ${what} after ${last}. Nothing was restored.`);
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
