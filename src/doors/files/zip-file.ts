import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Zip, ZipPassThrough } from 'fflate';

/** More would need another format, which not everything opens. */
const bytesMax = 4_000_000_000;

type Said = { readonly modified: Date; readonly comment?: string };

export type ZipFile = {
  /** Adds a file as it is: what PDFs hold is packed already. */
  add(name: string, bytes: Uint8Array, said: Said): Promise<void>;
  /** Writes what all zips end with, and answers what the file is. */
  close(): Promise<{ readonly size: number; readonly sha256: string }>;
  /** Gives it up. */
  abandon(): Promise<void>;
};

/** Writes a zip to a path, one file after the other: never more than one of them is in memory. */
export async function openZip(path: string): Promise<ZipFile> {
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const waiting: Uint8Array[] = [];
  let size = 0;
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    waiting.push(chunk);
  });
  const write = async () => {
    for (const chunk of waiting.splice(0)) {
      size += chunk.length;
      if (size > bytesMax) throw new RangeError(`a zip of more than ${bytesMax} bytes`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
  };
  return {
    add: async (name, bytes, { modified, comment }) => {
      const file = new ZipPassThrough(name);
      file.mtime = modified;
      if (comment !== undefined) file.comment = comment;
      zip.add(file);
      file.push(bytes, true);
      await write();
    },
    close: async () => {
      zip.end();
      await write();
      await handle.close();
      return { size, sha256: hash.digest('hex') };
    },
    abandon: () => handle.close(),
  };
}
