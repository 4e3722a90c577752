import { openKnownWords } from './known-words.ts';
import { lexiconEntries } from './lexicon/index.ts';
import { certainty, type Meanings, raise } from './meanings.ts';
import { saysNothing, stemOf, wordsOf } from './words.ts';

export type Vocabulary = {
  /** Learns words, so that they are known and forgiven their slips. */
  readonly learn: (words: readonly string[]) => void;
  /** Meanings of learnt words, one entry for each word or expression that has any. */
  readonly read: (words: readonly string[]) => Meanings[];
  /** The same of a text that somebody typed, with slips, and with names of people that nobody knows. */
  readonly readTyped: (text: string) => Meanings[];
};

/** An unknown name is most often that of a customer or a supplier. */
const somebody: Meanings = new Map([
  ['party', certainty.loose],
  ['client', certainty.loose],
]);

/** Words of the trade in five languages by what they mean, and the words of whatever it has learnt. */
export function openVocabulary(): Vocabulary {
  const known = openKnownWords();
  const expressions = openExpressions();
  for (const { meaning, text, weight } of lexiconEntries()) {
    const parts = wordsOf(text);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) known.enter(only, meaning, weight);
    else expressions.enter(parts, meaning, weight);
    if (parts.length > 1) for (const part of telling(parts)) known.enter(part, `=${stemOf(part)}`, certainty.itself);
  }
  return {
    learn: (words) => {
      for (const word of telling(words)) {
        known.enter(word, `=${stemOf(word)}`, certainty.itself);
        known.use(word);
      }
    },
    read: (words) => {
      const typed = words.map((word) => ({ word, stems: [stemOf(word)] }));
      return readWords(typed, expressions, known.meaningsOf);
    },
    readTyped: (text) => {
      const names = new Set((text.match(namesWithin) ?? []).flatMap(wordsOf));
      const typed = wordsOf(text).map((word) => ({
        word,
        stems: saysNothing(word) ? [stemOf(word)] : known.stemsMeant(word),
      }));
      return readWords(typed, expressions, (word) => {
        const isName =
          names.has(word) && !known.isKnown(word) && (word.length < nameMax || known.stemsMeant(word).length === 1);
        return isName ? [somebody] : known.meaningsOf(word);
      });
    },
  };
}

/** A longer word with a capital may be a slip: German writes nouns so. */
const nameMax = 6;

/** Words with a capital that are not the first. */
const namesWithin = /(?<=\S\s+)\p{Lu}\p{L}+/gu;

function telling(words: readonly string[]): string[] {
  return words.filter((word) => !saysNothing(word));
}

/** A word with the stems that it may have been meant for. */
type Typed = { readonly word: string; readonly stems: readonly string[] };

/** First the expressions as they are written, then those with words between them that tell nothing, then the rest. */
function readWords(
  typed: readonly Typed[],
  expressions: Expressions,
  meaningsOf: (word: string) => readonly Meanings[],
): Meanings[] {
  const written = takeExpressions(typed, expressions.written);
  const spoken = takeExpressions(
    written.rest.filter(({ word }) => !saysNothing(word)),
    expressions.spoken,
  );
  return [...written.meanings, ...spoken.meanings, ...spoken.rest.flatMap(({ word }) => meaningsOf(word))];
}

type FindExpression = (typed: readonly Typed[], at: number) => Expression | undefined;

function takeExpressions(typed: readonly Typed[], find: FindExpression) {
  const meanings: Meanings[] = [];
  const rest: Typed[] = [];
  for (let at = 0; at < typed.length; at += 1) {
    const expression = find(typed, at);
    const word = typed[at];
    if (expression === undefined) rest.push(...(word === undefined ? [] : [word]));
    else {
      meanings.push(expression.meanings);
      at += expression.length - 1;
    }
  }
  return { meanings, rest };
}

type Expression = { readonly length: number; readonly meanings: Meanings };
type Expressions = {
  readonly enter: (words: readonly string[], meaning: string, weight: number) => void;
  /** The longest that begins at a word, as it stands in the lexicon. */
  readonly written: FindExpression;
  /** The same without the words that tell nothing: who takes it back takes back. */
  readonly spoken: FindExpression;
};

const expressionMax = 6;

function openExpressions(): Expressions {
  const whole = new Map<string, Map<string, number>>();
  const bare = new Map<string, Map<string, number>>();
  const starts = new Set<string>();
  const find = (typed: readonly Typed[], at: number, from: readonly ReadonlyMap<string, Meanings>[]) => {
    if (typed[at]?.stems.some((stem) => starts.has(stem)) !== true) return undefined;
    for (let length = Math.min(expressionMax, typed.length - at); length > 1; length -= 1) {
      for (const key of combinations(typed.slice(at, at + length))) {
        const meanings = from.map((one) => one.get(key)).find((one) => one !== undefined);
        if (meanings !== undefined) return { length, meanings: new Map([...meanings, [`=${key}`, certainty.itself]]) };
      }
    }
    return undefined;
  };
  return {
    enter: (words, meaning, weight) => {
      if (words.length > expressionMax) return;
      raise(whole, words.map(stemOf).join(' '), meaning, weight);
      const said = telling(words);
      for (const [first = ''] of [words, said]) starts.add(stemOf(first));
      if (said.length > 1) raise(bare, said.map(stemOf).join(' '), meaning, weight);
    },
    written: (typed, at) => find(typed, at, [whole]),
    spoken: (typed, at) => find(typed, at, [whole, bare]),
  };
}

const combinationsMax = 30;

function combinations(typed: readonly Typed[]): string[] {
  return typed.reduce<string[]>(
    (starts, { stems }) =>
      starts
        .flatMap((start) => stems.map((stem) => (start === '' ? stem : `${start} ${stem}`)))
        .slice(0, combinationsMax),
    [''],
  );
}
