export const blockBytes = 512;

/** Header of a file, or an entry for a folder. */
export type TarHeader = { readonly path: string; readonly isFolder: boolean; readonly size: number };

const nameMax = 100;
const prefixMax = 155;
/** Eleven octal digits. */
const sizeMax = 0o77777777777;
const checksumAt = 148;
const checksumLength = 8;

/** The header of POSIX's ustar, which every tar reads. Who made it and when says nothing here. */
export function tarHeader({ path, isFolder, size }: TarHeader): Buffer {
  const [prefix, name] = splitPath(isFolder ? `${path}/` : path);
  if (size > sizeMax) throw new RangeError(`${path} is too large for an archive`);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write(isFolder ? '0000700\0' : '0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\u000000', 257);
  header.write(prefix, 345);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, checksumAt);
  return header;
}

/** Undefined where the bytes are no header that was written above. */
export function readTarHeader(header: Buffer): TarHeader | undefined {
  const said = Number.parseInt(textAt(header, checksumAt, checksumLength), 8);
  const type = textAt(header, 156, 1);
  const size = Number.parseInt(textAt(header, 124, 12), 8);
  if (said !== sumOf(header) || (type !== '0' && type !== '5') || !Number.isSafeInteger(size)) return undefined;
  const prefix = textAt(header, 345, prefixMax);
  const path = `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, nameMax)}`;
  return { path: path.replace(/\/$/, ''), isFolder: type === '5', size };
}

/** Fills up the last block of a file. */
export function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= nameMax) return ['', path];
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= nameMax && Buffer.byteLength(prefix) <= prefixMax && name !== '') {
      return [prefix, name];
    }
  }
  throw new RangeError(`${path} is too long for an archive`);
}

/** The sum of all bytes, where those of the sum itself count as spaces. */
function sumOf(header: Buffer): number {
  const space = 32;
  return header.reduce(
    (sum, byte, at) => sum + (at >= checksumAt && at < checksumAt + checksumLength ? space : byte),
    0,
  );
}

function textAt(header: Buffer, at: number, length: number): string {
  const text = header.subarray(at, at + length).toString();
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
