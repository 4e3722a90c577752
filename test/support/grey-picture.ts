import { execFileSync } from 'node:child_process';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Brightness of each point, from the top left, 0 for black. */
export type GreyPicture = { readonly width: number; readonly height: number; readonly points: Uint8Array };

/** The first page of a PDF. */
export function drawn(path: string, dotsPerInch: number): GreyPicture {
  const how = ['-gray', '-singlefile', '-r', String(dotsPerInch), '-f', '1', path];
  // Older versions of it complain of tags that the standard wants.
  const pgm = execFileSync('pdftoppm', how, { stdio: ['ignore', 'pipe', 'ignore'] });
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 40));
  if (head === null) throw new RangeError('pdftoppm wrote no picture in grey');
  const [whole, width, height] = head;
  return { width: Number(width), height: Number(height), points: pgm.subarray(whole.length) };
}

/** Pictures beside each other, those that are lower ending in white. */
export function beside(pictures: readonly GreyPicture[]): GreyPicture {
  const width = pictures.reduce((sum, one) => sum + one.width, 0);
  const height = Math.max(...pictures.map((one) => one.height));
  const points = new Uint8Array(width * height).fill(255);
  let left = 0;
  for (const { width: across, height: down, points: own } of pictures) {
    for (let y = 0; y < down; y += 1) points.set(own.subarray(y * across, (y + 1) * across), y * width + left);
    left += across;
  }
  return { width, height, points };
}

/** Side of the squares that are compared: a letter drawn a little otherwise is no difference, one that moved is. */
const side = 8;
/** Of 255. */
const differenceMax = 22;

/** Squares that differ, by their place from the top left; undefined where the pictures are of other sizes. */
export function differences(one: GreyPicture, other: GreyPicture): readonly string[] | undefined {
  if (one.width !== other.width || one.height !== other.height) return undefined;
  const found: string[] = [];
  for (let y = 0; y + side <= one.height; y += side) {
    for (let x = 0; x + side <= one.width; x += side) {
      if (Math.abs(meanOf(one, x, y) - meanOf(other, x, y)) > differenceMax) found.push(`${x},${y}`);
    }
  }
  return found;
}

function meanOf({ width, points }: GreyPicture, left: number, top: number): number {
  let sum = 0;
  for (let y = top; y < top + side; y += 1) {
    for (let x = left; x < left + side; x += 1) sum += points[y * width + x] ?? 255;
  }
  return sum / (side * side);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Shades that are kept: enough to look at, and half of the bytes. */
const shadeStep = 17;

/** As a PNG of sixteen greys, whose rows say what differs from the row above. */
export function pngOfGrey({ width, height, points }: GreyPicture): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  const shade = (value: number | undefined) => Math.round((value ?? 255) / shadeStep) * shadeStep;
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = y === 0 ? 0 : 2;
    for (let x = 0; x < width; x += 1) {
      const above = y === 0 ? 0 : shade(points[(y - 1) * width + x]);
      rows[y * (width + 1) + 1 + x] = (shade(points[y * width + x]) - above + 256) % 256;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Of a PNG that `pngOfGrey` wrote. */
export function greyOfPng(png: Buffer): GreyPicture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const points = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const above = y === 0 ? 0 : (points[(y - 1) * width + x] ?? 0);
      points[y * width + x] = ((rows[y * (width + 1) + 1 + x] ?? 0) + above) % 256;
    }
  }
  return { width, height, points };
}
