import { closeSync, openSync, readSync } from 'node:fs';
import { type CjkSet, familyOf, regularFiles } from './fonts.ts';

const codePointMax = 0x10_ff_ff;
const asciiMax = 0x7e;
const cache = new Map<string, Uint8Array>();

/** Large fonts that a text needs, in order, and the characters that no bundled font has. */
export type Coverage = { readonly sets: readonly CjkSet[]; readonly missing: ReadonlySet<string> };

/**
 * Han characters are shared by four scripts that draw them differently, so the document's language decides which font
 * comes first; the others only help out. A font is used only if it adds something.
 */
export function coverageOf(text: string, language: string): Coverage {
  const base = regularFiles.map(covered);
  let missing = new Set(
    Array.from(lettersOf(text)).filter((letter) => !isBlank(letter) && !base.some((set) => has(set, letter))),
  );
  const sets: CjkSet[] = [];
  if (missing.size === 0) return { sets, missing };
  for (const set of setsInOrder(language, text)) {
    const [file] = missing.size === 0 ? [] : familyOf(set).files;
    if (file === undefined) continue;
    const map = covered(file);
    const left = new Set([...missing].filter((character) => !has(map, character)));
    if (left.size < missing.size) sets.push(set);
    missing = left;
  }
  return { sets, missing };
}

/** Every font has ASCII, and most of a document is nothing else: a loop passes it by faster than an expression. */
function lettersOf(text: string): ReadonlySet<string> {
  const letters = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) <= asciiMax) continue;
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    letters.add(letter);
    at += letter.length - 1;
  }
  return letters;
}

function setsInOrder(language: string, text: string): readonly CjkSet[] {
  const first = firstSet(language, text);
  const all: readonly CjkSet[] = ['simplified', 'traditional', 'japanese', 'korean'];
  return [first, ...all.filter((set) => set !== first)];
}

function firstSet(language: string, text: string): CjkSet {
  const { language: reportLocale, script, region } = new Intl.Locale(language).maximize();
  if (reportLocale === 'ja') return 'japanese';
  if (reportLocale === 'ko') return 'korean';
  if (script === 'Hant' || region === 'TW' || region === 'HK') return 'traditional';
  if (reportLocale === 'zh') return 'simplified';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese';
  return /\p{Script=Hangul}/u.test(text) ? 'korean' : 'simplified';
}

/** Spaces, line ends, and marks of direction are not drawn. */
function isBlank(character: string): boolean {
  return /[\s\u200b-\u200f\u2028-\u202e\u2060-\u2069\u00ad\ufeff]/u.test(character);
}

function has(map: Uint8Array, character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return ((map[point >> 3] ?? 0) & (1 << (point & 7))) !== 0;
}

/** One bit for each character that the font maps to a glyph, read from its `cmap`. */
function covered(file: string): Uint8Array {
  const known = cache.get(file);
  if (known !== undefined) return known;
  const map = new Uint8Array((codePointMax >> 3) + 1);
  const mark = (first: number, last: number): void => {
    for (let point = first; point <= Math.min(last, codePointMax); point += 1) {
      map[point >> 3] = (map[point >> 3] ?? 0) | (1 << (point & 7));
    }
  };
  const cmap = table(file, 'cmap');
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const at = cmap.readUInt32BE(4 + index * 8 + 4);
    const format = cmap.readUInt16BE(at);
    if (format === 12) groups(cmap, at, mark);
    else if (format === 4) segments(cmap, at, mark);
  }
  cache.set(file, map);
  return map;
}

function groups(cmap: Buffer, at: number, mark: (first: number, last: number) => void): void {
  for (let index = 0; index < cmap.readUInt32BE(at + 12); index += 1) {
    const group = at + 16 + index * 12;
    mark(cmap.readUInt32BE(group), cmap.readUInt32BE(group + 4));
  }
}

/** Format 4 may map to glyph 0, which is none; a wrong yes there would stop a document, so each one is looked up. */
function segments(cmap: Buffer, at: number, mark: (first: number, last: number) => void): void {
  const doubled = cmap.readUInt16BE(at + 6);
  for (let offset = 0; offset < doubled; offset += 2) {
    const last = cmap.readUInt16BE(at + 14 + offset);
    const first = cmap.readUInt16BE(at + 16 + doubled + offset);
    const delta = cmap.readUInt16BE(at + 16 + doubled * 2 + offset);
    const rangeAt = at + 16 + doubled * 3 + offset;
    const range = cmap.readUInt16BE(rangeAt);
    for (let point = first; point <= last && point !== 0xff_ff; point += 1) {
      const stored = range === 0 ? point : cmap.readUInt16BE(rangeAt + range + (point - first) * 2);
      const glyph = stored === 0 && range !== 0 ? 0 : (stored + delta) & 0xff_ff;
      if (glyph !== 0) mark(point, point);
    }
  }
}

/** Only this table is read: the fonts of East Asia are many megabytes. */
function table(file: string, tag: string): Buffer {
  const open = openSync(file, 'r');
  try {
    const read = (length: number, position: number): Buffer => {
      const bytes = Buffer.alloc(length);
      readSync(open, bytes, 0, length, position);
      return bytes;
    };
    const count = read(12, 0).readUInt16BE(4);
    const directory = read(count * 16, 12);
    for (let at = 0; at < directory.length; at += 16) {
      if (directory.toString('latin1', at, at + 4) === tag) {
        return read(directory.readUInt32BE(at + 12), directory.readUInt32BE(at + 8));
      }
    }
    throw new Error(`${file} has no table ${tag}`);
  } finally {
    closeSync(open);
  }
}
