import { RenderFault } from '../operation/renderer.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'svg';
export type CheckedImage = { readonly format: ImageFormat; readonly width: number; readonly height: number };

const bytesMax = 4_000_000;
const pixelsMax = 20_000_000;
const sideMax = 8_000;
const svgBytesMax = 500_000;
const svgNestingMax = 60;

/**
 * Looks at an image before any decoder does: what its header says of its size is held to limits, for a picture of a few
 * kilobytes can unfold to gigabytes. An SVG may hold shapes only: no picture inside, no reference to anything outside.
 */
export function checkImage(bytes: Uint8Array): CheckedImage {
  if (bytes.length > bytesMax) throw refused(`has ${bytes.length} bytes, at most ${bytesMax}`);
  const found = png(bytes) ?? jpeg(bytes) ?? webp(bytes) ?? svg(bytes);
  if (found === undefined) throw refused('is neither PNG, JPEG, WebP nor SVG');
  const { format, width, height } = found;
  if (
    format !== 'svg' &&
    (width < 1 || height < 1 || width > sideMax || height > sideMax || width * height > pixelsMax)
  ) {
    throw refused(`is ${width} × ${height}, at most ${pixelsMax} pixels and ${sideMax} on a side`);
  }
  return found;
}

function refused(what: string): RenderFault {
  return new RenderFault('image_refused', `the image ${what}`);
}

function png(bytes: Uint8Array): CheckedImage | undefined {
  if (ascii(bytes, 1, 4) !== 'PNG' || bytes[0] !== 0x89 || ascii(bytes, 12, 16) !== 'IHDR') return undefined;
  const view = viewOf(bytes);
  return bytes.length < 33 ? undefined : { format: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks the segments up to the frame header. */
function jpeg(bytes: Uint8Array): CheckedImage | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { format: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webp(bytes: Uint8Array): CheckedImage | undefined {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP' || bytes.length < 30) return undefined;
  const view = viewOf(bytes);
  const kind = ascii(bytes, 12, 16);
  const sized = (width: number, height: number): CheckedImage => ({ format: 'webp', width, height });
  if (kind === 'VP8X')
    return sized(1 + (view.getUint32(24, true) & 0xff_ff_ff), 1 + (view.getUint32(27 - 1, true) >>> 8));
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return sized(1 + (bits & 0x3f_ff), 1 + ((bits >>> 14) & 0x3f_ff));
  }
  return kind === 'VP8 ' ? sized(view.getUint16(26, true) & 0x3f_ff, view.getUint16(28, true) & 0x3f_ff) : undefined;
}

const unsafeElement = /<(?:\w+:)?(?:image|feImage|foreignObject|script|filter|pattern|use|style)\b/i;
const unsafeText = /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|@import|url\(\s*['"]?(?!#)/i;
const outsideReference = /\bhref\s*=\s*["'](?!#)/i;

function svg(bytes: Uint8Array): CheckedImage | undefined {
  if (bytes.length > svgBytesMax) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (!/^\s*(?:\ufeff)?(?:<\?xml[^>]*\?>)?\s*(?:<!--[\s\S]*?-->\s*)*<svg\b/i.test(text)) return undefined;
  if ([unsafeElement, unsafeText, outsideReference].some((pattern) => pattern.test(text))) {
    throw refused('may hold shapes and gradients, no pictures, styles, scripts, filters or references');
  }
  if (nesting(text) > svgNestingMax) throw refused('is nested too deeply');
  return { format: 'svg', width: 0, height: 0 };
}

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of text.matchAll(/<\/?[a-z][^>]*>/gi)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
