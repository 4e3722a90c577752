import { wordsOf } from '../core/words.ts';
import { type Sql, sql } from '../db/sql.ts';
import { Text } from '../wire/index.ts';
import { type Filter, filter, rarely } from './filter.ts';

const textLengthMax = 200;

/** A condition: the column has a word that begins with each word of the text. */
export function hasWords(column: Sql, text: string): Sql {
  const sought = beginningsOf(text);
  return sought.length === 0 ? sql`false` : sql`${column} @@ ${sought.join(' & ')}::tsquery`;
}

/** The words of a text, each as a query for words that begin with it. */
export function beginningsOf(text: string): readonly string[] {
  // Nothing but letters and digits is left of a word, so it cannot end its quotation.
  return wordsOf([text]).map((word) => `'${word}':*`);
}

/** The filter `q` of a list: text whose words the column has, or their beginnings. */
export function wordsIn(column: Sql, description: string): Filter {
  return rarely(filter(Text(textLengthMax).describe(description), (text) => hasWords(column, text)));
}
