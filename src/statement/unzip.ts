import { Unzip, UnzipInflate } from 'fflate';
import { UnreadableStatement } from './problem.ts';

export type ZippedFile = { readonly name: string; readonly bytes: Uint8Array };

const filesMax = 100;
export const unzippedBytesMax = 50 * 1024 * 1024;
/** XML of banks shrinks to a fiftieth at best; what shrinks more was made to. */
const ratioMax = 250;
const ratioFromBytes = 4 * 1024 * 1024;
/** Small, so that little comes out before the next look at how much there is. */
const stepBytes = 16 * 1024;

/**
 * The files in a ZIP, each whole in memory. What is counted is what comes out, and not what the ZIP says of itself;
 * nothing is written, so that names are only for messages.
 */
export function unzip(bytes: Uint8Array): readonly ZippedFile[] {
  const files: { readonly name: string; readonly parts: Uint8Array[]; isWhole: boolean }[] = [];
  let total = 0;
  const zip = new Unzip((file) => {
    if (files.length >= filesMax) throw new UnreadableStatement('zip_bomb', `the ZIP has more than ${filesMax} files`);
    const entry = { name: file.name.slice(0, 200), parts: [] as Uint8Array[], isWhole: false };
    files.push(entry);
    file.ondata = (error, part, isLast) => {
      // Errors thrown below come back through the parser.
      if (error instanceof UnreadableStatement) throw error;
      if (error !== null) throw new UnreadableStatement('zip_broken', `"${entry.name}" in the ZIP cannot be unpacked`);
      total += part.length;
      const isBomb = total > unzippedBytesMax || (total > ratioFromBytes && total > bytes.length * ratioMax);
      if (isBomb) throw new UnreadableStatement('zip_bomb', 'the ZIP unpacks to far more than a bank would send');
      // The parser uses its memory again.
      entry.parts.push(part.slice());
      entry.isWhole ||= isLast;
    };
    file.start();
  });
  zip.register(UnzipInflate);
  try {
    for (let from = 0; from < bytes.length; from += stepBytes) {
      zip.push(bytes.subarray(from, from + stepBytes), from + stepBytes >= bytes.length);
    }
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error;
    throw new UnreadableStatement('zip_broken', 'the ZIP is damaged or encrypted');
  }
  const broken = files.find(({ isWhole, name }) => !isWhole && !name.endsWith('/'));
  if (broken !== undefined) throw new UnreadableStatement('zip_broken', `"${broken.name}" in the ZIP is cut off`);
  return files.filter(({ name }) => isFile(name)).map(({ name, parts }) => ({ name, bytes: Buffer.concat(parts) }));
}

function isFile(name: string): boolean {
  return !name.endsWith('/') && !name.startsWith('__MACOSX/') && !name.endsWith('.DS_Store');
}
