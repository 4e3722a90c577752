/**
 * Reads the text of one PDF that a stranger made. It runs in a process of its own that may neither write a file, nor
 * start anything, nor read more than its own code; it is killed when it takes too long or too much.
 */
import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';

const [pagesMax = 0, lettersMax = 0] = process.argv.slice(2).map(Number);
// `isEvalSupported` is in no type of the library, and it is read all the same.
const reading = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  stopAtErrors: false,
  verbosity: 0,
};
const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)), reading);
const pages: string[] = [];
let letters = 0;
for (let number = 1; number <= Math.min(pdf.numPages, pagesMax) && letters < lettersMax; number += 1) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  pages.push(text.slice(0, lettersMax - letters));
  letters += text.length + 1;
  page.cleanup();
}
process.stdout.end(pages.join('\n').slice(0, lettersMax));
await pdf.cleanup();
