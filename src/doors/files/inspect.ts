import { isUtf8 } from 'node:buffer';
import { fileDamaged, type FileType, fileTypeNotAllowed, fileTypes, imageTooLarge } from '../../modules/files/index.ts';
import {
  heicSize,
  type ImageSize,
  isHeic,
  isJpeg,
  isPng,
  isWebp,
  jpegSize,
  pngSize,
  webpLength,
  webpSize,
} from './image-size.ts';

/** Bytes inspected at the start: a camera puts previews and colour tables before the picture. */
export const headBytes = 1_048_576;
export const tailBytes = 2_048;

/** 50 megapixels: what a telephone takes. Unpacked that is 200 MB, for whoever shows it. */
const pixelsMax = 50_000_000;
const sideMax = 12_000;

/** Parts of a file that are inspected: its start, its end and its length. */
export type Glimpse = {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
  /** It may be a PDF with an embedded file. */
  readonly hasAttachment: boolean;
};

/**
 * Detects the type of a file by its bytes; its name and its declared type do not count. Refuses what is not on the
 * list, what is not whole, and images that would burst whoever opens them.
 */
export function inspect(glimpse: Glimpse): FileType {
  const { head } = glimpse;
  if (/^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8))) return wholePdf(glimpse);
  if (isPng(head)) return image('image/png', pngSize(head), endsAsPng(glimpse));
  if (isJpeg(head)) return image('image/jpeg', jpegSize(head), true);
  if (isWebp(head)) return image('image/webp', webpSize(head), webpLength(head) === glimpse.size + (glimpse.size % 2));
  if (isHeic(head)) return image('image/heic', heicSize(head), true);
  const font = fontType(head);
  if (font !== undefined) return wholeFont(glimpse, font);
  if (isEInvoice(head)) return 'application/xml';
  if (isPlainText(glimpse)) return 'text/plain';
  throw fileTypeNotAllowed({ allowed: fileTypes });
}

const fontTypes = new Map<string, FileType>([
  ['00010000', 'font/ttf'],
  ['74727565', 'font/ttf'],
  ['4f54544f', 'font/otf'],
]);
const tablesMax = 100;

/** By how it begins: its kind, which two of are letters, and the number of its tables. */
function fontType(head: Buffer): FileType | undefined {
  const tables = head.length < 12 ? 0 : head.readUInt16BE(4);
  return tables > 0 && tables <= tablesMax ? fontTypes.get(head.toString('hex', 0, 4)) : undefined;
}

function wholeFont({ head, size }: Glimpse, type: FileType): FileType {
  const tables = head.readUInt16BE(4);
  const ends = Array.from({ length: tables }, (_, index) => 12 + index * 16).map((at) =>
    at + 16 > head.length ? Infinity : head.readUInt32BE(at + 8) + head.readUInt32BE(at + 12),
  );
  if (Math.max(...ends) > size) throw fileDamaged({ detail: 'A table of the font extends past the end of the file.' });
  return type;
}

/** Larger ones are data, not something to read. */
const textBytesMax = 1_000_000;

/** Letters and nothing else. What begins as a page, a program or a script is none: somebody might run it. */
function isPlainText({ head, size }: Glimpse): boolean {
  if (size > textBytesMax || !isUtf8(head)) return false;
  const text = head.toString('utf8');
  return (
    /^\ufeff?\s*(?:[\p{L}\p{N}*("„“«'_-]|#+ )/u.test(text) && !/(?![\t\n\r\f])\p{Cc}|<[a-z!?/]|^MZ|^GIF8/iu.test(text)
  );
}

const rootBytesMax = 16_384;
/** A mark of the byte order, the declaration and comments may come before it. */
const beforeRoot = /^[^<]{0,4}(?:<\?xml[^>]*\?>)?\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)*/;
const eInvoiceRoot = /^<(?:[\w.-]+:)?(?:Invoice|CreditNote|CrossIndustryInvoice|CrossIndustryDocument)\s/;

/** Of all XML only an e-invoice is kept: what it begins with says so. Whether it is sound, whoever reads it says. */
function isEInvoice(head: Buffer): boolean {
  const start = head.subarray(0, rootBytesMax);
  const isWide = (start[0] === 0xff && start[1] === 0xfe) || start[1] === 0;
  return eInvoiceRoot.test(start.toString(isWide ? 'utf16le' : 'latin1').replace(beforeRoot, ''));
}

/** Readers start at the end of a PDF; one that does not end was cut off, or hides something behind its end. */
function wholePdf({ tail }: Glimpse): FileType {
  const end = tail.toString('latin1');
  const marker = end.lastIndexOf('%%EOF');
  if (marker === -1 || !end.slice(0, marker).includes('startxref') || end.slice(marker + 5).trim().length > 0) {
    throw fileDamaged({ detail: 'The end of the PDF is missing.' });
  }
  return 'application/pdf';
}

const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

function endsAsPng({ tail }: Glimpse): boolean {
  return tail.subarray(-pngEnd.length).equals(pngEnd);
}

function image(type: FileType, size: ImageSize | undefined, isWhole: boolean): FileType {
  if (size === undefined || size.width === 0 || size.height === 0) {
    throw fileDamaged({ detail: 'The image does not state its size.' });
  }
  const { width, height } = size;
  if (width * height > pixelsMax || Math.max(width, height) > sideMax) {
    throw imageTooLarge({ width, height, max_pixels: pixelsMax, max_side: sideMax });
  }
  if (!isWhole) throw fileDamaged({ detail: 'The end of the image is missing.' });
  return type;
}
