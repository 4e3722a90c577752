import { folded } from './fold.ts';
import { isUnspaced, wordsIn } from './words.ts';

/** From where up to where of a text, in UTF-16 units, as JavaScript counts them; the end is not in it. */
export type Range = { readonly start: number; readonly end: number };
/** A text that words were found in, or the part of a long one that has the first of them, and where they stand. */
export type FoundText = { readonly text: string; readonly ranges: Range[] };

export type Found = {
  readonly place: FoundText;
  /** The words that stand in the text. */
  readonly words: ReadonlySet<string>;
  /** Those of them that do with a letter too many, missing, wrong or swapped. */
  readonly mistyped: ReadonlySet<string>;
};

const excerptLength = 160;
const leadLength = 40;
const letterMin = 4;
const letterMax = 24;

/** Finds words, folded already, at the beginnings of those of a text; where asked, also those with one mistake. */
export function foundIn(text: string, words: readonly string[], { mistyped }: { readonly mistyped: boolean }): Found {
  const plain = foldedWithPlaces(text);
  const found = new Set<string>();
  const forgiven = new Set<string>();
  const ranges: Range[] = [];
  for (const { word, at } of wordsIn(plain.text)) {
    for (const sought of words) {
      const begins = word.startsWith(sought);
      if (!begins && !(mistyped && isMistyped(word, sought))) continue;
      if (!begins && !found.has(sought)) forgiven.add(sought);
      if (begins) forgiven.delete(sought);
      found.add(sought);
      const last = at + (begins ? sought.length : word.length) - 1;
      ranges.push({ start: plain.starts[at] ?? 0, end: plain.ends[last] ?? text.length });
    }
  }
  return { place: excerpt(text, merged(ranges)), words: found, mistyped: forgiven };
}

/** Mistakes are forgiven in words of some length that are not numbers. */
export function mayBeMistyped(word: string): boolean {
  const { length } = word;
  return length >= letterMin && length <= letterMax && !/\p{N}/u.test(word) && !isUnspaced(word);
}

/** The word without each of its letters in turn. Two words that one mistake lies between share one of these, or one. */
export function withoutOneLetter(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set(letters.map((_, index) => letters.filter((_letter, at) => at !== index).join('')))];
}

/** True where one letter added, missing, wrong or swapped with the next turns one word into the other. */
export function isMistyped(one: string, other: string): boolean {
  if (!mayBeMistyped(other) || Math.abs(one.length - other.length) > 2) return false;
  const [a, b] = [Array.from(one), Array.from(other)];
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [restA, restB] = [a.slice(from, endA), b.slice(from, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

type Folded = {
  readonly text: string;
  /** Start and end, in the original text, of the character that each unit comes from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

function foldedWithPlaces(written: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let at = 0;
  for (const character of written) {
    const part = folded(character);
    const end = at + character.length;
    // An accent of its own belongs to the letter before it.
    if (part === '' && ends.length > 0) ends[ends.length - 1] = end;
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(at);
      ends.push(end);
    }
    text += part;
    at = end;
  }
  return { text, starts, ends };
}

/** In order, and those that touch as one. */
function merged(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = joined.at(-1);
    if (last === undefined || range.start > last.end) joined.push(range);
    else joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return joined;
}

/** A short text whole; of a long one, what is around the first place. */
function excerpt(text: string, ranges: Range[]): FoundText {
  if (text.length <= excerptLength) return { text, ranges };
  const from = betweenCharacters(text, Math.max(0, (ranges[0]?.start ?? 0) - leadLength));
  const to = betweenCharacters(text, Math.min(text.length, from + excerptLength));
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to)}${after}`,
    ranges: ranges
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

/** Not between the halves of one character. */
function betweenCharacters(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
