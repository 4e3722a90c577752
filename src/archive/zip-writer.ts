import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

const max32 = 0xffffffff;
const max16 = 0xffff;
const utf8Flag = 0x0800;
const storedMethod = 0;
const deflatedMethod = 8;
/** 1980-01-01, the first day that a zip knows: the same content gives the same bytes. */
const firstDay = 0x0021;

export type Part = { readonly path: string; readonly bytes: number; readonly sha256: string };

export type ZipWriter = {
  /** Adds a part as it comes: no more than a chunk of it is in memory. What is packed already is stored as it is. */
  add(path: string, chunks: AsyncIterable<Uint8Array>, options?: { readonly packed?: boolean }): Promise<Part>;
  close(): Promise<number>;
  /** Gives it up. */
  abandon(): Promise<void>;
};

type Entry = {
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
  /** Sizes need the fields of ZIP64. */
  readonly isLarge: boolean;
};

/** `large` writes all of it as if it were, for whoever wants to see that without the bytes. */
type Options = { readonly large?: boolean };

/** Writes a zip to a path. It and its parts may have any size and number: ZIP64 is used where it must be. */
export async function openZipWriter(path: string, { large = false }: Options = {}): Promise<ZipWriter> {
  const handle = await open(path, 'wx', 0o600);
  const entries: Entry[] = [];
  let at = 0;
  const append = async (bytes: Uint8Array) => {
    await writeAt(handle, bytes, at);
    at += bytes.length;
  };
  const appendAll = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) await append(chunk);
  };
  return {
    add: async (name, chunks, { packed = false } = {}) => {
      const offset = at;
      const empty = { name: Buffer.from(name), method: packed ? storedMethod : deflatedMethod, offset, isLarge: false };
      // Unknown sizes are overwritten at the end.
      await append(localHeader({ ...empty, crc: 0, packedBytes: 0, bytes: 0 }));
      const begun = at;
      const seen = new Seen();
      const through = seen.through(chunks);
      await (packed ? pipeline(through, appendAll) : pipeline(through, createDeflateRaw(), appendAll));
      const [packedBytes, bytes] = [at - begun, seen.bytes];
      const isLarge = large || Math.max(packedBytes, bytes) >= max32;
      const entry = { ...empty, crc: seen.crc, packedBytes, bytes, isLarge };
      await writeAt(handle, localHeader(entry), offset);
      entries.push(entry);
      return { path: name, bytes: seen.bytes, sha256: seen.hash.digest('hex') };
    },
    close: async () => {
      const directoryAt = at;
      for (const entry of entries) await append(centralHeader(entry));
      await append(ending({ entries: entries.length, directoryAt, bytes: at - directoryAt, large }));
      await handle.sync();
      await handle.close();
      return at;
    },
    abandon: () => handle.close(),
  };
}

/** All of it: a disk that is nearly full takes a part. */
async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Length, checksum and hash of the bytes written through it. */
class Seen {
  bytes = 0;
  crc = 0;
  readonly hash = createHash('sha256');

  async *through(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length;
      this.crc = crc32(chunk, this.crc);
      this.hash.update(chunk);
      yield chunk;
    }
  }
}

/** https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7; as long whatever the sizes turn out to be. */
function localHeader({ name, method, crc, packedBytes, bytes, isLarge }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(isLarge ? 45 : 20, 4);
  head.writeUInt16LE(utf8Flag, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt16LE(firstDay, 12);
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(isLarge ? max32 : packedBytes, 18);
  head.writeUInt32LE(isLarge ? max32 : bytes, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(4 + 16, 28);
  return Buffer.concat([head, name, isLarge ? largeField([bytes, packedBytes]) : padding]);
}

/** 4.5.3: numbers that the header has no room for, in the order of the header. */
function largeField(numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + numbers.length * 8);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(numbers.length * 8, 2);
  for (const [at, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + at * 8);
  return field;
}

/** A field that says nothing, by the number that Android gave it. */
const padding = Buffer.alloc(4 + 16);
padding.writeUInt16LE(0xd935, 0);
padding.writeUInt16LE(16, 2);

/** 4.3.12 */
function centralHeader({ name, method, crc, packedBytes, bytes, offset, isLarge }: Entry): Buffer {
  const isFar = isLarge || offset >= max32;
  const extra = isFar ? largeField([...(isLarge ? [bytes, packedBytes] : []), offset]) : Buffer.alloc(0);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(isFar ? 45 : 20, 4);
  head.writeUInt16LE(isFar ? 45 : 20, 6);
  head.writeUInt16LE(utf8Flag, 8);
  head.writeUInt16LE(method, 10);
  head.writeUInt16LE(firstDay, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(isLarge ? max32 : packedBytes, 20);
  head.writeUInt32LE(isLarge ? max32 : bytes, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(isFar ? max32 : offset, 42);
  return Buffer.concat([head, name, extra]);
}

type Directory = {
  readonly entries: number;
  readonly directoryAt: number;
  readonly bytes: number;
  readonly large: boolean;
};

/** 4.3.14 to 4.3.16: the ending that everything reads, and before it the larger one where it must be. */
function ending({ entries, directoryAt, bytes, large: isForced }: Directory): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isForced ? max16 : Math.min(entries, max16), 8);
  end.writeUInt16LE(isForced ? max16 : Math.min(entries, max16), 10);
  end.writeUInt32LE(isForced ? max32 : Math.min(bytes, max32), 12);
  end.writeUInt32LE(isForced ? max32 : Math.min(directoryAt, max32), 16);
  if (!isForced && entries < max16 && directoryAt < max32 && bytes < max32) return end;
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  large.writeBigUInt64LE(BigInt(entries), 24);
  large.writeBigUInt64LE(BigInt(entries), 32);
  large.writeBigUInt64LE(BigInt(bytes), 40);
  large.writeBigUInt64LE(BigInt(directoryAt), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(directoryAt + bytes), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}
