import { everyFamily } from './fonts.ts';
import { RenderFault, type RenderJob } from '../operation/renderer.ts';

const fontBytesMax = 2_000_000;
export const fontsMax = 8;
const kinds = new Set(['00010000', '4f54544f', '74727565']);
const familyBytesMax = 200;

/** The fonts of an organisation: few, small, and what they say they are. The engine reads no web fonts. */
export function checkFonts(fonts: readonly Uint8Array[]): void {
  if (fonts.length > fontsMax) throw refused(`${fonts.length} fonts, at most ${fontsMax}`);
  for (const font of fonts) {
    if (font.length > fontBytesMax) throw refused(`a font of ${font.length} bytes, at most ${fontBytesMax}`);
    const kind = Buffer.from(font.subarray(0, 4)).toString('hex');
    if (!kinds.has(kind)) throw refused('a file that is neither TrueType nor OpenType');
  }
}

/**
 * Possible family names of a font in the engine, likeliest first. Reads three small tables; the letters themselves are
 * read in the sandbox alone. Refuses a font whose makers do not let it be part of a PDF.
 */
export function familiesOf(font: Uint8Array): readonly string[] {
  checkFonts([font]);
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.length);
  try {
    checkLicence(bytes);
    const names = namesIn(bytes);
    const ours = names.find((name) => everyFamily.has(name));
    if (ours !== undefined) throw refused(`${ours} comes with the service: name it without a font of your own`);
    if (names.length > 0) return names;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw refused('a font that is damaged: its tables are not where it says, or it has no name');
}

const restricted = 0x00_02;
const otherUsage = 0x00_0c;
const noSubsetting = 0x01_00;
const bitmapsOnly = 0x02_00;

/** `fsType` of OS/2, as OpenType defines it: the most generous of several usages counts. */
function checkLicence(bytes: Buffer): void {
  const usage = table(bytes, 'OS/2')?.readUInt16BE(8) ?? 0;
  const isRestricted = (usage & (restricted | otherUsage)) === restricted;
  if (!isRestricted && (usage & (noSubsetting | bitmapsOnly)) === 0) return;
  throw refused(
    isRestricted
      ? 'a font with a restricted licence: its fsType forbids to embed it. Ask its maker for another licence'
      : 'a font whose fsType forbids to embed its outlines as a subset, which is what a PDF does',
  );
}

const typographicName = 16;
const plainName = 1;
const windows = 3;

function namesIn(bytes: Buffer): readonly string[] {
  const names = table(bytes, 'name');
  if (names === undefined) return [];
  const texts = names.readUInt16BE(4);
  const found = new Map<number, string>();
  for (let index = 0; index < names.readUInt16BE(2); index += 1) {
    const at = 6 + index * 12;
    const kind = names.readUInt16BE(at + 6);
    const length = names.readUInt16BE(at + 8);
    const platform = names.readUInt16BE(at);
    if ((kind !== plainName && kind !== typographicName) || length > familyBytesMax) continue;
    const start = texts + names.readUInt16BE(at + 10);
    const raw = Buffer.from(names.subarray(start, start + length));
    const isWide = platform === windows || platform === 0;
    if (isWide && raw.length % 2 === 1) continue;
    // English of Windows before all else, as most fonts have it.
    if (found.has(kind) && !(platform === windows && names.readUInt16BE(at + 4) === 0x04_09)) continue;
    found.set(kind, (isWide ? raw.swap16().toString('utf16le') : raw.toString('latin1')).trim());
  }
  const plain = found.get(plainName) ?? '';
  const all = [found.get(typographicName) ?? '', withoutStyle(plain), plain];
  return [...new Set(all)].filter((name) => name !== '' && name.isWellFormed() && !/\p{Cc}/u.test(name));
}

const styles =
  'normal|italic|oblique|slanted|thin|th|hairline|light|lt|regular|medium|med|md|bold|bd|demi|extb|black|blk|bk|' +
  'heavy|narrow|condensed|cond|cn|cd|compressed|expanded|exp';
const lastStyle = new RegExp(`[ _-]+(?:(?:extra|ext|ex|x|semi|sem|sm|demi|dem|ultra)[ _-]?)?(?:${styles})$`, 'i');

/** The engine takes fonts of one family together by what is left without weight and width. */
function withoutStyle(name: string): string {
  const shorter = name.replace(lastStyle, '');
  return shorter === name ? name : withoutStyle(shorter);
}

/** Undefined where there is none; a RangeError where it is not where the font says. */
function table(bytes: Buffer, tag: string): Buffer | undefined {
  for (let index = 0; index < bytes.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16;
    if (bytes.toString('latin1', at, at + 4) !== tag) continue;
    const [start, length] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (start + length > bytes.length) throw new RangeError(`${tag} ends behind the end`);
    return bytes.subarray(start, start + length);
  }
  return undefined;
}

/** A page that can be made only if the engine knows the font by that name, and has a digit of it to draw. */
export function fontProof({ organization, family, bytes }: FontProof): RenderJob {
  const source = `#let own = json("/own.json")
#set document(title: own)
#context assert(measure(text(font: own, fallback: false, "0")).width > 0pt, message: "unknown")
#text(font: own, fallback: false, "0")`;
  return {
    organization,
    untrusted: true,
    main: '/main.typ',
    fonts: [],
    ownFonts: [bytes],
    files: { '/main.typ': source, '/own.json': JSON.stringify(family) },
    output: { kind: 'pdf', standard: 'a-3a', createdAt: 0 },
  };
}

type FontProof = { readonly organization: string; readonly family: string; readonly bytes: Uint8Array };

function refused(what: string): RenderFault {
  return new RenderFault('font_refused', what);
}
