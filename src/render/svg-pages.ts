/** A page below others: its ground, and what is on it, moved down to its place. */
const lowerPage = /^( {4}<path )(class="typst-shape"[^\n]*\n {4}<g (transform="matrix\(1 0 0 1 0 [\d.]+\)"))/gm;

/** Puts grounds where their pages are: the engine leaves all on the first page, and the last hides what is there. */
export function placeGrounds(svg: string): string {
  return svg.replaceAll(lowerPage, '$1$3 $2');
}
