const lengthMax = 64;
const slipsMax = 2;
/** In a shorter word two slips make another word. */
const lettersMin = 5;
const lettersPerSlip = 3;

/** The one of these that a text was meant for: but for case, spaces and hyphens, or up to two slips of the pen. */
export function meantOf(text: string, choices: readonly string[]): string | undefined {
  const alike = choices.filter((choice) => plain(choice) === plain(text));
  if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined;
  if (text.length < lettersMin) return undefined;
  const [first, second] = byDistance(text, choices);
  if (first === undefined || first.distance > slipsMax || first.distance === second?.distance) return undefined;
  return first.choice;
}

/** True where the texts differ by two slips of the pen at most; short texts must be equal. */
function isSlipOf(text: string, other: string): boolean {
  if (Math.min(text.length, other.length) < lettersMin) return plain(text) === plain(other);
  return distanceBetween(plain(text).slice(0, lengthMax), plain(other).slice(0, lengthMax)) <= slipsMax;
}

/**
 * True for two names that are probably of one thing. Figures are no slip of the pen: the second shop is not the first.
 */
export function isNearly(name: string, other: string): boolean {
  return name === other || (haveSameFigures(name, other) && isSlipOf(name, other));
}

/** Compares figure by figure: a name is compared with hundreds, of which most differ in the first. */
function haveSameFigures(one: string, other: string): boolean {
  let [at, facing] = [nextFigure(one, 0), nextFigure(other, 0)];
  while (at < one.length && facing < other.length) {
    if (one[at] !== other[facing]) return false;
    const [next, nextFacing] = [nextFigure(one, at + 1), nextFigure(other, facing + 1)];
    const isLast = next === one.length && nextFacing === other.length;
    if (!isLast && (next === at + 1) !== (nextFacing === facing + 1)) return false;
    [at, facing] = [next, nextFacing];
  }
  return at >= one.length && facing >= other.length;
}

/** The place of the first figure from a place on; the length where there is none. */
function nextFigure(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isFigure(text.charCodeAt(at))) at += 1;
  return at;
}

function isFigure(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Those of these that come nearest to a text, the nearest first. */
export function nearestOf(text: string, choices: readonly string[], count: number): string[] {
  return byDistance(text, choices)
    .slice(0, count)
    .map(({ choice }) => choice);
}

/** The one of these that is written much the same, or the last that the text has as a whole word. */
export function similarTo(text: string, choices: readonly string[]): string | undefined {
  const written = plain(text);
  const [first] = byDistance(text, choices);
  if (first === undefined) return undefined;
  const lettersMost = Math.max(written.length, plain(first.choice).length);
  if (first.distance * lettersPerSlip <= lettersMost) return first.choice;
  const words = written.split('_');
  const places = choices.map((choice) => ({ choice, place: words.lastIndexOf(plain(choice)) }));
  return places.filter(({ place }) => place >= 0).toSorted((one, other) => other.place - one.place)[0]?.choice;
}

function byDistance(text: string, choices: readonly string[]) {
  const written = plain(text).slice(0, lengthMax);
  return choices
    .map((choice) => ({ choice, distance: distanceBetween(written, plain(choice).slice(0, lengthMax)) }))
    .toSorted((one, other) => one.distance - other.distance);
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/**
 * Edit distance: letters inserted, left out, exchanged, or swapped with the next. A wrong word is compared with every
 * one of hundreds, such as time zones, so three rows are made once and filled by turns.
 */
export function distanceBetween(one: string, other: string): number {
  const width = other.length + 1;
  let [before, last, next] = [
    new Uint32Array(width),
    Uint32Array.from({ length: width }, (_, index) => index),
    new Uint32Array(width),
  ];
  for (let row = 1; row <= one.length; row += 1) {
    const [letter, letterBefore] = [one.charCodeAt(row - 1), one.charCodeAt(row - 2)];
    let left = row;
    next[0] = row;
    for (let column = 1; column < width; column += 1) {
      const facing = other.charCodeAt(column - 1);
      const exchanged = (last[column - 1] ?? 0) + (letter === facing ? 0 : 1);
      left = Math.min((last[column] ?? 0) + 1, left + 1, exchanged);
      const isSwapped = letterBefore === facing && letter === other.charCodeAt(column - 2);
      if (isSwapped) left = Math.min(left, (before[column - 2] ?? 0) + 1);
      next[column] = left;
    }
    [before, last, next] = [last, next, before];
  }
  return last[width - 1] ?? 0;
}
