import { wordsOf } from '../core/words.ts';
import { type Sql, sql } from '../db/sql.ts';

/** A condition: the column has a word that begins with each word of the text. */
export function hasWords(column: Sql, text: string): Sql {
  const sought = wordsOf([text]);
  // Nothing but letters and digits is left of a word, so it cannot end its quotation.
  const query = sought.map((word) => `'${word}':*`).join(' & ');
  return sought.length === 0 ? sql`false` : sql`${column} @@ ${query}::tsquery`;
}
