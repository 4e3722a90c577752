import things from './absent-things.json' with { type: 'json' };
import { listed } from './phrases/index.ts';

/** Things that people ask for and the service does not have. */
export type Absent = {
  readonly name: string;
  readonly nearest: readonly string[];
  readonly phrases: readonly string[];
};

/** All of them, without those that some action does by now: it has one of the words that it would be called by. */
export function absentFrom(names: readonly string[]): Absent[] {
  const present = names.map((name) => `_${name}_`.replaceAll('s_', '_'));
  return things
    .filter(({ would_be: words }) => !words.some((word) => present.some((name) => name.includes(`_${word}_`))))
    .map(({ name, nearest, phrases }) => ({ name, nearest, phrases: listed(phrases, ';') }));
}
