/** Size of an image according to its header alone: nothing is ever unpacked. */
export type ImageSize = { readonly width: number; readonly height: number };

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function isPng(head: Buffer): boolean {
  return head.subarray(0, pngStart.length).equals(pngStart);
}

/** The first chunk of a PNG is its header, always. */
export function pngSize(head: Buffer): ImageSize | undefined {
  if (head.length < 33 || head.readUInt32BE(8) !== 13 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

export function isJpeg(head: Buffer): boolean {
  return head.length > 3 && head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
}

const jpegSegmentsMax = 1_000;
/** Start of frame: all of C0 to CF but the tables of Huffman, arithmetic coding and JPG extensions. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Goes from segment to segment up to the frame, which says the size. */
export function jpegSize(head: Buffer): ImageSize | undefined {
  let at = 2;
  for (let segments = 0; segments < jpegSegmentsMax; segments += 1) {
    while (head[at] === 0xff && head[at + 1] === 0xff) at += 1;
    const marker = head[at + 1];
    if (at + 9 > head.length || head[at] !== 0xff || marker === undefined) return undefined;
    if (isFrame(marker)) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    const length = head.readUInt16BE(at + 2);
    // The picture itself begins: no frame came before it.
    if (length < 2 || marker === 0xda || marker === 0xd9) return undefined;
    at += 2 + length;
  }
  return undefined;
}

export function isWebp(head: Buffer): boolean {
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';
}

/** The length that a WebP says it has, its first eight bytes included. */
export function webpLength(head: Buffer): number {
  return head.readUInt32LE(4) + 8;
}

export function webpSize(head: Buffer): ImageSize | undefined {
  if (head.length < 30) return undefined;
  const chunk = head.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L' && head[20] === 0x2f) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ' || head.readUIntBE(23, 3) !== 0x9d012a) return undefined;
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];

/** ISO media whose first box says that it holds HEVC pictures. Others, such as videos, begin alike. */
export function isHeic(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const length = Math.min(head.readUInt32BE(0), head.length, 256);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(head.toString('latin1', at, at + 4));
  const main = brands[0] ?? '';
  return (
    heicBrands.includes(main) || (['mif1', 'msf1'].includes(main) && brands.some((one) => heicBrands.includes(one)))
  );
}

/** The largest of the pictures in it: large ones are made of tiles, each with a size of its own. */
export function heicSize(head: Buffer): ImageSize | undefined {
  const meta = boxesIn(head, 0, head.length).find(({ type }) => type === 'meta');
  // `meta` has a version in front of its boxes.
  const inMeta = meta === undefined ? [] : boxesIn(head, meta.from + 4, meta.to);
  const properties = inMeta.filter(({ type }) => type === 'iprp').flatMap(({ from, to }) => boxesIn(head, from, to));
  const held = properties.filter(({ type }) => type === 'ipco').flatMap(({ from, to }) => boxesIn(head, from, to));
  const sizes = held
    .filter(({ type, from, to }) => type === 'ispe' && to - from >= 12)
    .map(({ from }) => ({ width: head.readUInt32BE(from + 4), height: head.readUInt32BE(from + 8) }));
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
}

type Box = { readonly type: string; readonly from: number; readonly to: number };

const boxesMax = 1_000;

/** The boxes side by side between two places, as far as the head goes. */
function boxesIn(head: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to && boxes.length < boxesMax) {
    const length = head.readUInt32BE(at);
    if (length < 8) break;
    boxes.push({ type: head.toString('latin1', at + 4, at + 8), from: at + 8, to: Math.min(at + length, to) });
    at += length;
  }
  return boxes;
}
