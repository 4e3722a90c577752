import { fieldFaults, locale } from './index.ts';
import { toldIn } from './patterns.ts';

/** Several ways to write a field, of which each is a sentence. */
const or = ' Or: ';

/**
 * By the English sentences of the service, since it has no code for each of them. One that the catalogue lacks stays as
 * it came.
 */
export function translated(message: string): string {
  return message
    .split(or)
    .map((sentence) => translatedOne(sentence) ?? sentence)
    .join(' / ');
}

const translatedOne = (sentence: string): string | undefined => toldIn(fieldFaults.peek(), sentence, shown);

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
