import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

const max32 = 0xffffffff;
const endBytes = 22;
const commentBytesMax = 65_535;
const largeEndBytes = 56;
const locatorBytes = 20;
/** Of one list of names: more is no archive of ours. */
const directoryBytesMax = 1_000_000_000;

/** The file is no zip, or damaged. Its message is for people. */
export class BadZip extends Error {}

export type ZipEntry = {
  readonly path: string;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly method: number;
  readonly offset: number;
};

export type ZipReader = {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** The bytes of a part, unpacked as they are read; never more of them than the zip says there are. */
  read(path: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

export async function openZipReader(path: string): Promise<ZipReader> {
  const handle = await open(path, 'r');
  try {
    const entries = await readDirectory(handle);
    return {
      entries,
      read: (name) => readEntry({ path, handle }, entries.get(name), name),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type File = { readonly path: string; readonly handle: FileHandle };

async function* readEntry({ path, handle }: File, entry: ZipEntry | undefined, name: string): AsyncGenerator<Buffer> {
  if (entry === undefined) throw new BadZip(`The archive has no ${name}.`);
  const head = await bytesAt(handle, entry.offset, 30);
  if (head.readUInt32LE(0) !== 0x04034b50) throw new BadZip(`${name} does not begin where the archive says.`);
  const begins = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (entry.packedBytes === 0) return;
  const packed = createReadStream(path, { start: begins, end: begins + entry.packedBytes - 1 });
  const chunks: AsyncIterable<Buffer> =
    entry.method === 0 ? packed : pipeline(packed, createInflateRaw(), () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > entry.bytes) throw new BadZip(`${name} holds more than the archive says.`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof BadZip || (error instanceof Error && 'syscall' in error)) throw error;
    throw new BadZip(`${name} is damaged and cannot be unpacked.`, { cause: error });
  } finally {
    packed.destroy();
  }
  if (bytes !== entry.bytes) throw new BadZip(`${name} holds less than the archive says.`);
}

async function readDirectory(handle: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size } = await handle.stat();
  const list = await findDirectory(handle, size);
  if (list.offset + list.bytes > size || list.bytes > directoryBytesMax) {
    throw new BadZip('The archive is cut off or damaged.');
  }
  const directory = await bytesAt(handle, list.offset, list.bytes);
  const entries = new Map<string, ZipEntry>();
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new BadZip('The list of its parts is damaged.');
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const path = directory.toString('utf8', at + 46, at + 46 + name);
    const method = directory.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8) throw new BadZip(`${path} is packed in a way that is not read here.`);
    const near = [24, 20, 42].map((place) => directory.readUInt32LE(at + place));
    const [bytes, packedBytes, offset] = numbersOf(near, {
      path,
      extra: directory.subarray(at + 46 + name, at + 46 + name + extra),
    });
    entries.set(path, { path, method, bytes, packedBytes, offset });
    at += 46 + name + extra + comment;
  }
  return entries;
}

type Said = { readonly path: string; readonly extra: Buffer };

/** The sizes of a part and where it begins; those of 4 GiB and more stand in an extra field, in this order. */
function numbersOf(near: readonly number[], { path, extra }: Said): [number, number, number] {
  const far = largeField(extra);
  let read = 0;
  const numbers = near.map((number) => {
    if (number !== max32) return number;
    if (read + 8 > far.length) throw new BadZip(`The archive does not say where ${path} is.`);
    read += 8;
    return Number(far.readBigUInt64LE(read - 8));
  });
  // Three came in.
  return numbers as [number, number, number];
}

function largeField(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  return Buffer.alloc(0);
}

async function findDirectory(handle: FileHandle, size: number): Promise<{ offset: number; bytes: number }> {
  const tailBytes = Math.min(size, endBytes + commentBytesMax);
  const tail = await bytesAt(handle, size - tailBytes, tailBytes);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (at === -1 || at + endBytes > tail.length) throw new BadZip('This is no zip, or its end is missing.');
  const near = { offset: tail.readUInt32LE(at + 16), bytes: tail.readUInt32LE(at + 12) };
  const locatorAt = size - tailBytes + at - locatorBytes;
  if (locatorAt < 0) return near;
  const locator = await bytesAt(handle, locatorAt, locatorBytes);
  if (locator.readUInt32LE(0) !== 0x07064b50) return near;
  const large = await bytesAt(handle, Number(locator.readBigUInt64LE(8)), largeEndBytes);
  if (large.readUInt32LE(0) !== 0x06064b50) throw new BadZip('The end of the archive is damaged.');
  return { offset: Number(large.readBigUInt64LE(48)), bytes: Number(large.readBigUInt64LE(40)) };
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  if (bytesRead < length) throw new BadZip('The archive is cut off.');
  return buffer;
}
