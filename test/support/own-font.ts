import { readFileSync } from 'node:fs';
import { everyFont } from '../../src/render/fonts.ts';

const original = 'Instrument Serif';
/** As long as the original, so that nothing in the font moves. */
export const ownFamily = 'Handmade Letters';

/** A font that no machine has: a serif of ours under another name. `usage` is the fsType of its licence. */
export function ownFont({ usage = 0 } = {}): Buffer {
  const file = everyFont.find((path) => path.endsWith('InstrumentSerif_400Regular.ttf')) ?? '';
  const font = Buffer.from(readFileSync(file));
  for (const [from, to] of [original, original.replace(' ', '')].map((name) => [name, madeBy(name)] as const)) {
    write(font, Buffer.from(from, 'latin1'), Buffer.from(to, 'latin1'));
    write(font, Buffer.from(from, 'utf16le').swap16(), Buffer.from(to, 'utf16le').swap16());
  }
  font.writeUInt16BE(usage, tableAt(font, 'OS/2') + 8);
  return font;
}

function madeBy(name: string): string {
  return name.includes(' ') ? ownFamily : ownFamily.replace(' ', '');
}

function write(font: Buffer, from: Buffer, to: Buffer): void {
  for (let at = font.indexOf(from); at !== -1; at = font.indexOf(from, at + 1)) to.copy(font, at);
}

/** The same, with nothing sound in one of its tables. */
export function hollowFont(tag: string): Buffer {
  const font = ownFont();
  const at = tableAt(font, tag);
  return font.fill(0xff, at, at + font.readUInt32BE(entryOf(font, tag) + 12));
}

export function tableAt(font: Buffer, tag: string): number {
  return font.readUInt32BE(entryOf(font, tag) + 8);
}

function entryOf(font: Buffer, tag: string): number {
  return font.indexOf(tag, 12, 'latin1');
}
