import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';

/** In its list of names: more is no archive of ours. */
const partsMax = 10_000_000;

/** The file is no zip, or damaged. Its message is for people. */
export class BadZip extends Error {}

export type ZipReader = {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The bytes of a part, unpacked as they are read; never more of them than the zip says there are. */
  read(path: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

export async function openZipReader(path: string): Promise<ZipReader> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    // Sizes are compared where a part is read, which names it.
    const options = { autoClose: false, strictFileNames: true, validateEntrySizes: false };
    const zip = await fromRandomAccessReaderPromise(new Slices(path, handle), size, options).catch(
      refuse('This is no zip, or its end is missing.'),
    );
    const entries = await readDirectory(zip).catch(refuse('The list of its parts is damaged.'));
    return {
      entries,
      read: (name) => readEntry(zip, entries.get(name), name),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > partsMax) throw new BadZip('The list of its parts is damaged.');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (!entry.canDecodeFileData()) throw new BadZip(`${entry.fileName} is packed in a way that is not read here.`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function* readEntry(zip: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<Buffer> {
  if (entry === undefined) throw new BadZip(`The archive has no ${name}.`);
  const chunks: AsyncIterable<Buffer> = await zip
    .openReadStreamPromise(entry)
    .catch(refuse(`${name} does not begin where the archive says.`));
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > entry.uncompressedSize) throw new BadZip(`${name} holds more than the archive says.`);
      yield chunk;
    }
  } catch (error) {
    refuse(`${name} is damaged and cannot be unpacked.`)(error);
  }
  if (bytes !== entry.uncompressedSize) throw new BadZip(`${name} holds less than the archive says.`);
}

/** Throws what people are told of damage; what the disk says stays as it is. */
function refuse(what: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof BadZip || (error instanceof Error && 'syscall' in error)) throw error;
    throw new BadZip(what, { cause: error });
  };
}

/** The library's own reader throws where nobody can catch it when damage points beyond what a file can be. */
class Slices extends RandomAccessReader {
  readonly #path: string;
  readonly #handle: FileHandle;

  constructor(path: string, handle: FileHandle) {
    super();
    this.#path = path;
    this.#handle = handle;
  }

  override read(...[buffer, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
    callbackify(async () => {
      const { bytesRead } = await this.#handle.read(buffer, offset, length, position);
      if (bytesRead < length) throw new BadZip('The archive is cut off.');
    })(done);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
}
