import { RenderFault } from './render-job.ts';

const bytesMax = 2_000_000;
const fontsMax = 8;
const kinds = new Set(['00010000', '4f54544f', '74727565']);

/** The fonts of an organisation: few, small, and what they say they are. The engine reads no web fonts. */
export function checkFonts(fonts: readonly Uint8Array[]): void {
  if (fonts.length > fontsMax) throw refused(`${fonts.length} fonts, at most ${fontsMax}`);
  for (const font of fonts) {
    if (font.length > bytesMax) throw refused(`a font of ${font.length} bytes, at most ${bytesMax}`);
    const kind = Buffer.from(font.subarray(0, 4)).toString('hex');
    if (!kinds.has(kind)) throw refused('a file that is neither TrueType nor OpenType');
  }
}

function refused(what: string): RenderFault {
  return new RenderFault('font_refused', what);
}
