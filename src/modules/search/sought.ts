import { folded } from '../../core/fold.ts';
import { mayBeMistyped, withoutOneLetter } from '../../core/found-text.ts';
import { wordsOf } from '../../core/words.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { beginningsOf, hasWords } from '../../operation/has-words.ts';

/** Forms of the query that are searched. */
export type Typed = {
  readonly text: string;
  readonly spellings: readonly [asTyped: string, capitals: string, small: string];
  readonly folded: string;
  readonly words: readonly string[];
  /** Each word as a query of its own. */
  readonly beginnings: readonly string[];
  readonly hasWords: (words: Sql) => Sql;
  /** The same, forgiving a mistake in each word; undefined where no word is long enough to be meant. */
  readonly hasNearWords: ((words: Sql) => Sql) | undefined;
  readonly longest: string;
};

export function typed(text: string): Typed {
  const words = wordsOf([text]);
  const query = nearQuery(words);
  return {
    text,
    words,
    beginnings: beginningsOf(text),
    spellings: [text, text.toUpperCase(), text.toLowerCase()],
    folded: folded(text),
    hasWords: (column) => hasWords(column, text),
    hasNearWords: query === undefined ? undefined : (column) => sql`${column} @@ ${query}::tsquery`,
    longest: words.reduce((most, word) => (word.length > most.length ? word : most), ''),
  };
}

/**
 * One mistake lies between two words if one of them is the other without a letter, or both are the same without one:
 * clients and products keep the latter with a `~` in front.
 */
function nearQuery(words: readonly string[]): string | undefined {
  if (!words.some(mayBeMistyped)) return undefined;
  return words
    .map((word) => {
      if (!mayBeMistyped(word)) return `'${word}':*`;
      const shorter = withoutOneLetter(word);
      const any = [`'${word}':*`, `'~${word}'`, ...shorter.flatMap((one) => [`'${one}'`, `'~${one}'`])];
      return `(${any.join(' | ')})`;
    })
    .join(' & ');
}
