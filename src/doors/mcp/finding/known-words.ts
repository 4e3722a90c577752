import { distanceBetween } from '../../../core/nearest.ts';
import { certainty, type Meanings, raise, scaled, union } from './meanings.ts';
import { stemOf } from './words.ts';

/** Words with what they mean, and what is made of words that are not among them. */
export type KnownWords = {
  readonly enter: (word: string, meaning: string, weight: number) => void;
  /** Counts a use: of two words that a slip may stand for, the usual one is meant. */
  readonly use: (word: string) => void;
  /** Meanings of a word, or of each part of a compound. */
  readonly meaningsOf: (word: string) => readonly Meanings[];
  readonly isKnown: (word: string) => boolean;
  /** The stems that a word may have been meant for, the written one first. */
  readonly stemsMeant: (word: string) => string[];
};

const keptMax = 20_000;

export function openKnownWords(): KnownWords {
  const words: Store = { meanings: new Map(), stems: new Map(), byLength: new Map(), uses: new Map() };
  const kept = new Map<string, readonly Meanings[]>();
  return {
    enter: (word, meaning, weight) => enter(words, word, meaning, weight),
    use: (word) => void words.uses.set(word, usesOf(words, word) + 1),
    meaningsOf: (word) => {
      const known = kept.get(word) ?? lookUp(words, word);
      if (kept.size < keptMax) kept.set(word, known);
      return known;
    },
    isKnown: (word) => words.meanings.has(word) || words.stems.has(stemOf(word)),
    stemsMeant: (word) => stemsMeant(words, word),
  };
}

type Store = {
  readonly meanings: Map<string, Map<string, number>>;
  readonly stems: Map<string, Map<string, number>>;
  readonly byLength: Map<number, string[]>;
  readonly uses: Map<string, number>;
};

function enter({ meanings, stems, byLength }: Store, word: string, meaning: string, weight: number): void {
  if (!meanings.has(word)) {
    const alike = byLength.get(word.length);
    if (alike === undefined) byLength.set(word.length, [word]);
    else alike.push(word);
  }
  raise(meanings, word, meaning, weight);
  raise(stems, stemOf(word), meaning, weight);
}

function usesOf({ uses }: Store, word: string): number {
  return uses.get(word) ?? 0;
}

/** The word itself, another form of it, a slip of the pen, a compound, or a word that begins alike. */
function lookUp(store: Store, word: string): readonly Meanings[] {
  const { meanings, stems } = store;
  const stem = stemOf(word);
  const itself: Meanings = new Map([[`=${stem}`, certainty.itself]]);
  const exact = meanings.get(word);
  const form = stems.get(stem);
  if (exact !== undefined) return [union([scaled(form ?? itself, certainty.otherForm), exact, itself])];
  const near = union(slipsOf(store, word, Math.min(1, slipsMax(word))).map((one) => meanings.get(one)));
  // `delet` has the stem of the Dutch `delen`, and was meant for `delete`.
  if (form !== undefined) return [union([scaled(form, certainty.form), scaled(near, certainty.start)])];
  if (near.size > 0) return [scaled(near, certainty.slip)];
  const parts = partsOf(store, word);
  if (parts !== undefined) return parts.map((part) => scaled(part, certainty.part));
  const further = union(slipsOf(store, word).map((one) => meanings.get(one)));
  if (further.size > 0) return [scaled(further, certainty.slip)];
  const starting = union(startingLike(store, word).map((one) => meanings.get(one)));
  return [starting.size > 0 ? scaled(starting, certainty.start) : itself];
}

const slipLettersMin = 4;
const alikeMax = 3;
/** A word that is used this much less than another is not what a slip of both was meant for. */
const unusualShare = 4;

/** Words that this may be a slip of, those that are used most. */
function slipsOf(store: Store, word: string, most = slipsMax(word)): string[] {
  let [best, found]: [number, string[]] = [most, []];
  for (let length = word.length - most; length <= word.length + most; length += 1) {
    for (const other of store.byLength.get(length) ?? []) {
      if (other.length < slipLettersMin || other === word || differs(word, other)) continue;
      const distance = distanceBetween(word, other);
      if (distance > best) continue;
      if (distance < best) [best, found] = [distance, []];
      found.push(other);
    }
  }
  const ranked = found.toSorted((one, other) => usesOf(store, other) - usesOf(store, one));
  const usual = usesOf(store, ranked[0] ?? '') / unusualShare;
  return ranked.filter((one) => usesOf(store, one) >= usual).slice(0, alikeMax);
}

function slipsMax(word: string): number {
  return word.length >= 8 ? 2 : word.length >= slipLettersMin ? 1 : 0;
}

/** True for words that begin and end differently, which is no slip; it spares comparing most. */
function differs(word: string, other: string): boolean {
  const beginsAlike = word.charAt(0) === other.charAt(0) || word.slice(1, 3) === other.slice(1, 3);
  return !beginsAlike && word.slice(-2) !== other.slice(-2);
}

const partMin = 4;
/** Letters that join the parts of a compound in German and Dutch. */
const links = ['', 's', 'n', 'en', 'es', 'er', 'e'];

/** `Lieferantenrechnung` is a supplier's invoice, and `inkoopfactuur` one of purchases. */
function partsOf({ meanings }: Store, word: string): Meanings[] | undefined {
  for (let cut = word.length - partMin; cut >= partMin; cut -= 1) {
    const end = meanings.get(word.slice(cut));
    const start = word.slice(0, cut);
    const first = links
      .filter((link) => start.endsWith(link) && start.length - link.length >= partMin)
      .map((link) => meanings.get(start.slice(0, start.length - link.length)))
      .find((part) => part !== undefined);
    if (end !== undefined && first !== undefined) return [first, end];
  }
  return undefined;
}

const startMin = 5;
const startShare = 0.7;

function startingLike({ meanings }: Store, word: string): string[] {
  if (word.length < startMin) return [];
  const start = word.slice(0, Math.max(startMin, Math.ceil(word.length * startShare)));
  return [...meanings.keys()].filter((other) => other.startsWith(start) && other.length * startShare <= word.length);
}

const knownLettersMin = 5;
/** A word that is used more often than this is not taken for a slip of another. */
const seldomMax = 8;

function stemsMeant(store: Store, word: string): string[] {
  const isKnown = store.meanings.has(word);
  const isSure = isKnown
    ? word.length < knownLettersMin || usesOf(store, word) > seldomMax
    : word.length < slipLettersMin;
  const slips = isSure ? [] : slipsOf(store, word, isKnown ? 1 : slipsMax(word));
  return [...new Set([word, ...slips].map(stemOf))];
}
