/**
 * Numbers of documents in what payers write. `RE-2026-00045` is written `re 2026/45`, `Rechnung202600045` or
 * `RG 26 00045`, beside numbers of clients, orders and telephones. Numbers and texts are brought to the same keys.
 */
import { folded } from '../core/fold.ts';

/** `number` where the text names it as one, `digits` where only its digits stand there. */
export type Strength = 'number' | 'digits';

const announcing = new Set(
  (
    're rg rn rnr rgnr rechn rechnung rechnungsnr rechnungsnummer inv invoice nr no num fact facture factuur factura ' +
    'fattura fakt faktura bill beleg belegnr'
  ).split(' '),
);
/** Words before numbers that are not those of invoices. */
const otherwise = new Set(
  'kd kdnr kunde kundennr kundennummer bestellung best order auftrag tel fon telefon mobil phone plz'.split(' '),
);

const longEnough = 5;
const serialLength = 3;
const wordsJoined = 4;
const rangeMax = 20;

/** Keys of a document's number. */
export function keysOfNumber(number: string): string[] {
  const plain = withDigits(folded(number));
  const whole = plain.replaceAll(/[^a-z0-9]/g, '');
  const groups = whole.length === 0 ? [] : (plain.match(/\d+/g) ?? []);
  const keys = new Set<string>();
  if (/[a-z]/.test(whole) && groups.length > 0 && whole.length > serialLength) keys.add(`w${whole}`);
  const [first] = groups;
  if (first === undefined) return [...keys];
  for (const parts of [groups, ...(isYear(first) ? [[first.slice(2), ...groups.slice(1)]] : [])]) {
    if (parts.length > 1) keys.add(groupKey(parts));
    const joined = parts.join('');
    if (groups.length === 1 || joined.length >= longEnough) keys.add(groupKey([joined]));
  }
  return [...keys];
}

/** Keys of all numbers that stand in a text. */
export function keysInText(text: string): ReadonlyMap<string, Strength> {
  const keys = new Map<string, Strength>();
  const note = (key: string, strength: Strength) => {
    if (keys.get(key) !== 'number') keys.set(key, strength);
  };
  const plain = withDigits(withoutDays(folded(text)));
  for (const word of joinedWords(plain)) note(`w${word}`, 'number');
  const groups = groupsIn(plain);
  for (const [index, group] of groups.entries()) {
    if (group.isOther) continue;
    if (group.isAnnounced) note(groupKey([group.digits]), 'number');
    else if (group.digits.length >= longEnough) note(groupKey([group.digits]), 'digits');
    for (const other of continued(group, groups[index + 1]))
      note(groupKey([other]), group.isAnnounced ? 'number' : 'digits');
    pairs(group, groups.slice(index + 1, index + 4)).forEach(({ parts, strength }) => note(groupKey(parts), strength));
  }
  return keys;
}

type Group = {
  readonly digits: string;
  /** Letters and signs since the group before. */
  readonly between: string;
  readonly isAnnounced: boolean;
  readonly isOther: boolean;
};

function groupsIn(plain: string): Group[] {
  let end = 0;
  let word = '';
  return [...plain.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const between = plain.slice(end, index);
    // A word announces all numbers that follow it until the next word.
    word = /[a-z]+(?=[^a-z]*$)/.exec(between)?.[0] ?? word;
    end = index + digits.length;
    return { digits, between, isAnnounced: announcing.has(word), isOther: otherwise.has(word) };
  });
}

/** A year and a serial number, or three groups, with nothing but signs between them. */
function pairs(first: Group, after: readonly Group[]): { parts: string[]; strength: Strength }[] {
  const [second, third, fourth] = after;
  if (second === undefined || !isSeparator(second.between)) return [];
  const found: { parts: string[]; strength: Strength }[] = [];
  const add = (parts: string[], serial: string) => {
    if (first.isAnnounced || serial.length >= serialLength) found.push({ parts, strength: 'number' });
  };
  add([first.digits, second.digits], second.digits);
  if ((first.digits + second.digits).length > longEnough) {
    found.push({ parts: [first.digits + second.digits], strength: 'digits' });
  }
  if (third === undefined || !isSeparator(third.between)) return found;
  add([first.digits, second.digits, third.digits], third.digits);
  // `2026-00045/46` and `2026-00045-00048` name several of a year.
  for (const other of continued(second, third)) add([first.digits, other], second.digits);
  if (fourth !== undefined && isSeparator(fourth.between)) {
    add([first.digits, second.digits, third.digits, fourth.digits], fourth.digits);
  }
  return found;
}

/** Numbers that a second group adds to a first: `4711/12` is 4712 too, and `4711-4713` all between. */
function continued({ digits }: Group, next: Group | undefined): string[] {
  if (next === undefined || digits.length < serialLength || next.digits.length > digits.length) return [];
  if (!/^ ?[-–/+&,] ?$|^ (bis|to|und|and|et|a) $/.test(next.between)) return [];
  const last = digits.slice(0, digits.length - next.digits.length) + next.digits;
  const from = Number(digits);
  const to = Number(last);
  if (to <= from) return [];
  const isRange = /[-–]| (bis|to|a) /.test(next.between);
  if (!isRange) return [last];
  if (to - from > rangeMax) return [];
  return Array.from({ length: to - from }, (_, more) => String(from + more + 1));
}

/** Words and what follows them, without the signs between: `re 2026 0042` is `re20260042`. */
function joinedWords(plain: string): string[] {
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const joined = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    let whole = '';
    for (const word of words.slice(from, from + wordsJoined)) {
      whole += word;
      if (whole.length > serialLength && /^[a-z]/.test(whole) && /\d/.test(whole)) joined.add(whole);
      else if (/^\d/.test(whole) && /[a-z]/.test(whole) && whole === words[from]) joined.add(whole);
    }
  }
  return [...joined];
}

/** Leading zeros count for nothing. */
function groupKey(parts: readonly string[]): string {
  return `d${parts.map((part) => part.replace(/^0+(?=\d)/, '')).join('|')}`;
}

function isSeparator(between: string): boolean {
  return /^[\s\-–/._#:]{1,3}$/.test(between);
}

function isYear(group: string): boolean {
  return /^(19|20)\d\d$/.test(group);
}

/** A letter o among digits is a zero. */
function withDigits(plain: string): string {
  return plain.replaceAll(/(?<=\d)o+(?=\d)/g, (letters) => '0'.repeat(letters.length));
}

/** Days of any writing are no numbers of documents. */
function withoutDays(plain: string): string {
  return plain.replaceAll(
    /(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|(?:19|20)\d\d[./-](?:0\d|1[0-2])[./-](?:[0-2]\d|3[01]))(?!\d)/g,
    ' ; ',
  );
}
