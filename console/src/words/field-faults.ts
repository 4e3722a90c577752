import { fieldFaults, locale } from './index.ts';
import { patternsOf } from './patterns.ts';

/** Several ways to write a field, of which each is a sentence. */
const or = ' Or: ';

/**
 * What the service says of a field, in the language of the reader. The catalogue has its English sentences, with places
 * for what is filled in; one that it lacks stays as it came.
 */
export function translated(message: string): string {
  return message
    .split(or)
    .map((sentence) => translatedOne(sentence) ?? sentence)
    .join(' / ');
}

function translatedOne(sentence: string): string | undefined {
  const texts = fieldFaults.peek();
  if (Object.hasOwn(texts, sentence)) return texts[sentence];
  for (const { pattern, text } of patternsIn(texts)) {
    const values = pattern.exec(sentence)?.slice(1);
    if (values) return text.replaceAll(/\{(\d)\}/g, (_, place: string) => shown(values[Number(place)] ?? ''));
  }
  return undefined;
}

/** As people write it, in the places that it came with: it may be a rate. A sentence may stand within another. */
function shown(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayFormat().format(new Date(value));
  const [, number = '', places = '', currency] = /^(-?\d+\.(\d+))(?: ([A-Z]{3}))?$/.exec(value) ?? [];
  if (number === '') return translatedOne(value) ?? value;
  const as =
    currency === undefined ? { minimumFractionDigits: places.length } : ({ style: 'currency', currency } as const);
  return new Intl.NumberFormat(locale.value, as).format(number as Intl.StringNumericLiteral);
}

const dayFormat = () =>
  new Intl.DateTimeFormat(locale.value, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });

let made: { readonly of: object; readonly patterns: ReturnType<typeof patternsOf> } | undefined;

/** Of one language at a time, made with its first sentence that has places. */
function patternsIn(texts: Readonly<Record<string, string>>): ReturnType<typeof patternsOf> {
  if (made?.of !== texts) made = { of: texts, patterns: patternsOf(texts) };
  return made.patterns;
}
