import { folded } from '../../../core/fold.ts';
import emptyWords from './empty-words.json' with { type: 'json' };

/** Longer questions are read to here: nobody looks for an action in so many words. */
const wordsMax = 40;

/**
 * The words of a text in the order they stand, without case, accents and the short forms of English and French:
 * `L'avoir` is `avoir`, `haven't` is `havent`. Figures say which record is meant and never which action.
 */
export function wordsOf(text: string): string[] {
  const plain = folded(text)
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(/\b(?:[ldnsjmct]|qu)'(?=\p{L}{2})/gu, ' ')
    .replaceAll(/'s\b/g, '')
    .replaceAll("'", '');
  const words = plain.match(/[\p{L}\p{N}]+(?:&[\p{L}]+)?/gu) ?? [];
  return words.filter((word) => /\p{L}/u.test(word) && !/^\p{N}{2,}/u.test(word)).slice(0, wordsMax);
}

/** Ends that words take on in English, German, French, Spanish and Dutch, the longer first. */
const ends = [
  'ungen iones ation acion ments ingen tions',
  'ment ings ions ando endo adas ados eren',
  'ing ung ies ion ons ent ant ern ado ada ido ees eer',
  'ed es en er em et ez ar ir as os ee st ly ie',
  's e n a o t y d r',
].flatMap((ofOneLength) => ofOneLength.split(' '));
const stemMin = 4;

/** Stem shared by most forms of a word. One list serves five languages, as callers do not say which one they speak. */
export function stemOf(word: string): string {
  const end = ends.find((one) => word.length - one.length >= stemMin && word.endsWith(one));
  return end === undefined ? word : word.slice(0, -end.length);
}

/** Words that tell nothing of what is wanted. */
const empty = new Set(Object.values(emptyWords).flatMap((words) => words.split(' ')));

export function saysNothing(word: string): boolean {
  return empty.has(word) || word.length === 1;
}
