import { addDays, type Day, dayOfWeek, parseDay } from '../../../core/calendar.ts';
import { folded } from '../../../core/fold.ts';
import type { Prefixed } from '../../../wire/index.ts';
import words from './described-words.json' with { type: 'json' };

/** A record as people speak of it, such as "yesterday's invoice to Noordzee". */
export type Description = {
  /** Kind of record and type of document that it was called by, if it was. */
  readonly kind?: Prefixed;
  readonly type?: string;
  readonly day?: Day;
  readonly isLatest: boolean;
  /** Possible names of the party: the longest reading first, empty where none is named. */
  readonly parties: readonly string[];
};

type Meaning = Partial<Pick<Description, 'kind' | 'type' | 'day' | 'isLatest'>>;

const phraseWordsMax = 4;
const fillers = new Set(words.fillers);

/**
 * Reads a description in any language of the service; undefined where the text is none, such as a mere name. `kind` is
 * the kind expected, which decides between the readings of a word: a bill is paid by us or by a client.
 */
export function descriptionIn(text: string, kind: Prefixed, today: Day): Description | undefined {
  const tokens = text.match(/[\p{L}\p{M}\p{N}&+-]+/gu) ?? [];
  const meanings = meaningsFor(kind);
  let found: Meaning = {};
  const others: string[][] = [[]];
  for (let at = 0; at < tokens.length;) {
    const phrase = phraseAt(tokens, at, meanings, today);
    if (phrase === undefined) {
      others.at(-1)?.push(tokens[at] ?? '');
      at += 1;
      continue;
    }
    if (Object.keys(phrase.meaning).some((key) => key in found)) return undefined;
    found = { ...found, ...phrase.meaning };
    others.push([]);
    at += phrase.length;
  }
  const named = others.filter((run) => run.some((token) => !fillers.has(folded(token))));
  const isNumber = named.some((run) => !run.some((token) => /\p{L}/u.test(token) && !fillers.has(folded(token))));
  if (named.length > 1 || isNumber) return undefined;
  const parties = readingsOf(named[0] ?? []);
  const { isLatest = false } = found;
  const isCalled = found.kind !== undefined && parties.length > 0;
  if (found.day === undefined && !isLatest && !isCalled) return undefined;
  return { ...found, isLatest, parties };
}

function phraseAt(tokens: readonly string[], at: number, meanings: ReadonlyMap<string, Meaning>, today: Day) {
  const longest = Math.min(phraseWordsMax, tokens.length - at);
  for (let length = longest; length > 0; length -= 1) {
    const phrase = folded(tokens.slice(at, at + length).join(' ')).replaceAll('-', ' ');
    const meaning = meanings.get(phrase) ?? weekday(phrase, today) ?? daysAgo(phrase, today);
    if (meaning !== undefined) return { meaning, length };
  }
  const day = parseDay(tokens[at] ?? '');
  return day === undefined ? undefined : { meaning: { day }, length: 1 };
}

/** The last such day before today. */
function weekday(phrase: string, today: Day): Meaning | undefined {
  const place = words.weekdays.findIndex((names) => names.includes(phrase));
  if (place === -1) return undefined;
  const back = (dayOfWeek(today) - (place + 1) + 7) % 7;
  return { day: addDays(today, -(back === 0 ? 7 : back)) };
}

function daysAgo(phrase: string, today: Day): Meaning | undefined {
  const [days] = Object.entries(words.days).find(([, names]) => names.includes(phrase)) ?? [];
  return days === undefined ? undefined : { day: addDays(today, -Number(days)) };
}

/** Words for kinds of records and for the latest of them; the kind expected has the last word. */
function meaningsFor(expected: Prefixed): ReadonlyMap<string, Meaning> {
  const { document, sale, payment, refund, expense, supplier_payment } = words;
  const kinds = { sale, payment, refund, expense, supplier_payment };
  const read: [string, Meaning, Prefixed][] = [
    ...Object.entries(document).flatMap(([type, names]) =>
      names.map((name): [string, Meaning, Prefixed] => [name, { kind: 'document', type }, 'document']),
    ),
    ...Object.entries(kinds).flatMap(([kind, names]) =>
      // Written above as kinds of records.
      names.map((name): [string, Meaning, Prefixed] => [name, { kind: kind as Prefixed }, kind as Prefixed]),
    ),
  ];
  const own = read.filter(([, , kind]) => kind === expected);
  const latest = words.latest.map((name): [string, Meaning, Prefixed] => [name, { isLatest: true }, expected]);
  return new Map([...read.toReversed(), ...own, ...latest].map(([name, meaning]) => [name, meaning]));
}

/** With and without the small words at its ends, since names have them too: "De Groene Winkel". */
function readingsOf(run: readonly string[]): string[] {
  const readings = new Set<string>();
  let rest = run.map((token) => token);
  for (;;) {
    if (rest.length > 0) readings.add(rest.join(' '));
    const [first = '', last = ''] = [rest[0], rest.at(-1)];
    if (rest.length > 1 && fillers.has(folded(last))) rest = rest.slice(0, -1);
    else if (rest.length > 0 && fillers.has(folded(first))) rest = rest.slice(1);
    else return [...readings];
  }
}
