import { decoded, encodingOf } from '../core/encoding.ts';
import { UnreadableStatement } from './problem.ts';

/** The upper half of code page 850 of DOS, with the euro that 858 puts in place of a dotless i. */
const cp850 = [
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐',
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
].join('');

const byteEncodings = ['windows-1252', 'iso-8859-15', 'cp850', 'macintosh'] as const;

/** Text of a file in whichever encoding it is: as told, by its marks, UTF-8 where it is that, else by its letters. */
export function textOf(bytes: Uint8Array, told?: string): string {
  const found = told?.toLowerCase() ?? encodingOf(bytes);
  const encoding = told === undefined && found === 'windows-1252' ? likeliest(bytes) : found;
  const text = encoding === 'cp850' ? inCodePage(bytes) : inEncoding(bytes, encoding);
  if (text === undefined) throw new UnreadableStatement('wrong_encoding', `the file is not encoded in ${encoding}`);
  return text;
}

function inEncoding(bytes: Uint8Array, encoding: string): string | undefined {
  const text = decoded(bytes, encoding);
  if (text !== undefined || encoding.startsWith('utf')) return text;
  // A control character in a text is no reason to refuse the rest.
  return new TextDecoder('windows-1252').decode(bytes).replaceAll('\0', '');
}

function inCodePage(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += partBytes) {
    const part = bytes.subarray(from, from + partBytes);
    parts.push(Array.from(part, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : cp850[byte - 0x80])).join(''));
  }
  return parts.join('').replaceAll('\0', '');
}

const partBytes = 65_536;
const sampledMax = 2_000;

/**
 * The encoding in which the bytes above ASCII make the most letters that western names have. Guessing libraries need
 * pages of text, while a statement has a few names.
 */
function likeliest(bytes: Uint8Array): string {
  const places: number[] = [];
  for (let at = 0; at < bytes.length && places.length < sampledMax; at++) if ((bytes[at] ?? 0) >= 0x80) places.push(at);
  const scores = byteEncodings.map((encoding) => {
    const letters = upperHalf(encoding);
    return places.reduce(
      (sum, at) => sum + score(letters[(bytes[at] ?? 0) - 0x80] ?? '', bytes[at - 1], bytes[at + 1]),
      0,
    );
  });
  return byteEncodings[scores.indexOf(Math.max(...scores))] ?? 'windows-1252';
}

function upperHalf(encoding: (typeof byteEncodings)[number]): string {
  if (encoding === 'cp850') return cp850;
  return new TextDecoder(encoding).decode(Uint8Array.from({ length: 0x80 }, (_, index) => index + 0x80));
}

const usual = new Set('äöüÄÖÜßéèêëàâáçñóòôõíìîïúùûãåøæÅØÆÉÈÀÁÇÑÓÍÚÊ');

function score(letter: string, before: number | undefined, after: number | undefined): number {
  if (letter === '€') return isLetter(before) || isLetter(after) ? 0 : 2;
  if (!usual.has(letter)) return /\p{L}/u.test(letter) ? 0 : isLetter(before) && isLetter(after) ? -2 : -1;
  // A capital within a word of small letters is a letter of another encoding.
  const isCapital = letter !== letter.toLowerCase();
  return isCapital && isLetter(before) && isSmall(after) ? -1 : 2;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte));
}

function isSmall(byte: number | undefined): boolean {
  return byte !== undefined && /[a-z]/.test(String.fromCharCode(byte));
}
