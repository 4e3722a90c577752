import type { PictureOf } from '../operation/renderer.ts';

/** The picture of all pages as the engine writes it, made into the one that is asked for. */
export function pictureFrom(svg: string, { page, widthPx }: PictureOf): string {
  const whole = placeGrounds(svg);
  const picture = page === undefined ? whole : pageOf(whole, page);
  return widthPx === undefined ? picture : shownAt(picture, widthPx);
}

/** A page below others: its ground, and what is on it, moved down to its place. */
const lowerPage = /^( {4}<path )(class="typst-shape"[^\n]*\n {4}<g (transform="matrix\(1 0 0 1 0 [\d.]+\)"))/gm;

/** Puts grounds where their pages are: the engine leaves all on the first page, and the last hides what is there. */
function placeGrounds(svg: string): string {
  return svg.replaceAll(lowerPage, '$1$3 $2');
}

const head = /^<svg class="typst-doc" viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+pt" height="[\d.]+pt"/;
/** A page with its ground, where it has one. Letters are paths and `<` is escaped, so that no text reads as an end. */
const eachPage = /^(?: {4}<path [^\n]*\n)? {4}<g(?: transform="matrix\(1 0 0 1 0 ([\d.]+)\)")?>\n[^]*?^ {4}<\/g>\n/gm;

/** The picture of one page, counted from one; that of all where there is no such page. */
function pageOf(svg: string, page: number): string {
  const [opening = '', width = '0', whole = '0'] = head.exec(svg) ?? [];
  const pages = [...svg.matchAll(eachPage)];
  const shown = pages[page - 1];
  const [first] = pages;
  if (first === undefined || shown === undefined) return svg;
  const top = shown[1] ?? '0';
  const height = Number(pages[page]?.[1] ?? whole) - Number(top);
  const size = `viewBox="0 ${top} ${width} ${height}" width="${width}pt" height="${height}pt"`;
  const last = pages.at(-1) ?? first;
  const before = svg.slice(opening.length, first.index);
  const rest = svg.slice(last.index + last[0].length);
  return `<svg class="typst-doc" ${size}${before}${shown[0]}${rest}`;
}

const box = /^(<svg [^>]*?viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)") width="[\d.]+pt" height="[\d.]+pt"/;

function shownAt(svg: string, widthPx: number): string {
  return svg.replace(box, (_, rest: string, width: string, height: string) => {
    const heightPx = Math.round((widthPx * Number(height)) / Number(width));
    return `${rest} width="${widthPx}" height="${heightPx}"`;
  });
}
