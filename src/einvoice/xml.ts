export { type Attributes, tag, text, xmlHead } from '../xml/write-xml.ts';

/** Characters that XML 1.0 cannot express, and unpaired surrogates. */
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g; // oxlint-disable-line no-control-regex

/** The text as a reader of XML gives it back: without what XML cannot say, lines ended by `\n`, trimmed. */
export function speakable(value: string | null): string | null {
  if (value === null) return null;
  const said = value.replaceAll(/\r\n?/g, '\n').replaceAll(unspeakable, '').toWellFormed().trim();
  return said === '' ? null : said;
}

/** XRechnung wants the line of a discount ended by a line break, also when it is the last. */
export function termsText(terms: string | null): string | null {
  return terms !== null && /(^|\n)#[^\n]*#$/.test(terms) ? `${terms}\n` : terms;
}
