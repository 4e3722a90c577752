import { addDays, type Day } from '../../core/calendar.ts';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].{0,30})?$/;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;

/** Offset in days of dates with a name. */
const named: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };

/**
 * The day that a text means: today and its neighbours by name, or a day in another order of its parts, where they leave
 * one order. 03/04/2026 is either of two days.
 */
export function dayMeant(text: string, today: Day): Day | undefined {
  const word = text.trim().toLowerCase();
  const from = Object.hasOwn(named, word) ? named[word] : undefined;
  if (from !== undefined) return addDays(today, from);
  const [, year, ...rest] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return dayOf([year, ...rest]);
  const [, day, month, dottedYear] = dotted.exec(text) ?? [];
  if (dottedYear !== undefined) return dayOf([dottedYear, month, day]);
  const [, one = '', other = '', slashedYear] = slashed.exec(text) ?? [];
  if (slashedYear === undefined || (Number(one) <= 12 && Number(other) <= 12 && one !== other)) return undefined;
  return dayOf(Number(one) > 12 ? [slashedYear, other, one] : [slashedYear, one, other]);
}

function dayOf(parts: readonly (string | undefined)[]): Day {
  return parts.map((part = '') => part.padStart(2, '0')).join('-');
}

const lengthMax = 40;
/** Three digits after a lone comma or point may be thousands or a fraction. */
const fractional = /^-?\d{1,15}[.,]\d{1,2}$/;
const grouped = [
  { shape: /^-?\d{1,3}(?:[,' ]\d{3})+\.\d{1,6}$/, point: '.' },
  { shape: /^-?\d{1,3}(?:[.' ]\d{3})+,\d{1,6}$/, point: ',' },
  { shape: /^-?\d{1,3}(?:[' ]\d{3})+$/, point: '.' },
];

/** `1.234,56`, `89,00 €` and `1'234.50` as decimals, where they leave one number, and its currency is that one. */
export function amountMeant(text: string, currency: string | undefined): string | undefined {
  if (text.length > lengthMax) return undefined;
  const bare = withoutCurrency(text, currency);
  if (fractional.test(bare)) return bare.replace(',', '.');
  const point = grouped.find(({ shape }) => shape.test(bare))?.point;
  if (point === undefined) return /^-?\d{1,15}$/.test(bare) ? bare : undefined;
  const [whole = '', fraction] = bare.split(point);
  const digits = whole.replaceAll(/[.,' ]/g, '');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** Any space of a number becomes a plain one, and any apostrophe. */
function withoutCurrency(text: string, currency: string | undefined): string {
  const plain = text.replaceAll(/\s/gu, ' ').replaceAll('’', "'").trim();
  const mark = [currency, symbolOf(currency)].find(
    (one) => one !== undefined && (plain.startsWith(one) || plain.endsWith(one)),
  );
  if (mark === undefined) return plain;
  return (plain.startsWith(mark) ? plain.slice(mark.length) : plain.slice(0, -mark.length)).trim();
}

function symbolOf(currency: string | undefined): string | undefined {
  if (currency === undefined) return undefined;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
}
