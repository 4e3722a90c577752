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

/** How much of its beginning is looked at: before the picture a camera puts previews and colour tables. */
export const headBytes = 1_048_576;
export const tailBytes = 2_048;

/** 50 megapixels: what a telephone takes. Unpacked that is 200 MB, for whoever shows it. */
const pixelsMax = 50_000_000;
const sideMax = 12_000;

/** What is looked at of a file: how it begins, how it ends, and how long it is. */
export type Glimpse = {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
  /** Whether it may be a PDF with a file inside. */
  readonly hasAttachment: boolean;
};

/**
 * What a file is, by its own bytes; its name and what its sender said of it do not count. Refuses what is not on the
 * list, what is not whole, and images that would burst whoever opens them.
 */
export function inspect(glimpse: Glimpse): FileType {
  const { head } = glimpse;
  if (/^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8))) return wholePdf(glimpse);
  if (isPng(head)) return image('image/png', pngSize(head), endsAsPng(glimpse));
  if (isJpeg(head)) return image('image/jpeg', jpegSize(head), true);
  if (isWebp(head)) return image('image/webp', webpSize(head), webpLength(head) === glimpse.size + (glimpse.size % 2));
  if (isHeic(head)) return image('image/heic', heicSize(head), true);
  if (isEInvoice(head)) return 'application/xml';
  throw fileTypeNotAllowed({ allowed: fileTypes });
}

const rootBytesMax = 16_384;
/** A mark of the byte order, the declaration and comments may come before it. */
const beforeRoot = /^[^<]{0,4}(?:<\?xml[^>]*\?>)?\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)*/;
const eInvoiceRoot = /^<(?:[\w.-]+:)?(?:Invoice|CreditNote|CrossIndustryInvoice)\s/;

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
    throw fileDamaged({ detail: 'The PDF has no end.' });
  }
  return 'application/pdf';
}

const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

function endsAsPng({ tail }: Glimpse): boolean {
  return tail.subarray(-pngEnd.length).equals(pngEnd);
}

function image(type: FileType, size: ImageSize | undefined, isWhole: boolean): FileType {
  if (size === undefined || size.width === 0 || size.height === 0) {
    throw fileDamaged({ detail: 'The image does not say how large it is.' });
  }
  const { width, height } = size;
  if (width * height > pixelsMax || Math.max(width, height) > sideMax) {
    throw imageTooLarge({ width, height, max_pixels: pixelsMax, max_side: sideMax });
  }
  if (!isWhole) throw fileDamaged({ detail: 'The image does not end where it should.' });
  return type;
}
