import type { Day } from '../core/calendar.ts';
import { minorDigits } from '../core/currency.ts';
import { type Decimal, formatDecimal } from '../core/decimal.ts';
import { namedValue } from '../messages/named-value.ts';

export type DateStyle = 'long' | 'medium' | 'short' | 'iso';

/** Writes amounts, numbers and days the way readers of a language do, always in the digits 0 to 9. */
export type Format = {
  /** With its currency: `€1,234.50`. */
  readonly money: (minor: bigint, currency?: string) => string;
  /** Without: `1,234.50`. */
  readonly amount: (minor: bigint) => string;
  readonly decimal: (value: Decimal) => string;
  /** With every digit that it was written with: `1,234.50` of `1234.50`. */
  readonly exact: (digits: string) => string;
  /** With at least the decimals of the currency: a price for one may have more. */
  readonly price: (value: Decimal) => string;
  readonly percent: (value: Decimal) => string;
  readonly day: (day: Day) => string;
  readonly days: (period: { readonly from: Day; readonly to: Day }) => string;
  /** A day, or a month such as `2026-03`; of another span of time, such as `2026-Q1`, its name as it is. */
  readonly span: (name: string) => string;
  readonly country: (code: string) => string;
  /** A label with what it names: `Due 1 March: €5.00`. */
  readonly named: (label: string, value: string) => string;
};

const cache = new Map<string, Format>();
const cacheMax = 200;

/** A formatter of `Intl` costs as much as a whole line of a document, so they are kept. */
export function formatFor(language: string, currency: string, dates: DateStyle): Format {
  const key = `${language} ${currency} ${dates}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = makeFormat(language, currency, dates);
  if (cache.size >= cacheMax) cache.clear();
  cache.set(key, made);
  return made;
}

function makeFormat(language: string, currency: string, dates: DateStyle): Format {
  const locale = new Intl.Locale(language, { numberingSystem: 'latn', calendar: 'gregory' });
  const digits = minorDigits(currency) ?? 2;
  const numeric = numericLocale(locale);
  const plain = figures(numeric, currencyStyle(currency));
  const dayFormat = new Intl.DateTimeFormat(locale, { ...dateStyle(dates), timeZone: 'UTC' });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const moneyFormats = new Map<string, (text: string) => string>();
  const quantities = figures(numeric, {
    ...currencyStyle(currency),
    minimumFractionDigits: 0,
    maximumFractionDigits: 12,
  });
  const byScale = new Map<number, (text: string) => string>();
  const prices = figures(numeric, { ...currencyStyle(currency), maximumFractionDigits: 12 });
  let percents: ((text: string) => string) | undefined;
  const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const at = (day: Day): Date => new Date(`${day}T00:00:00Z`);

  const written = (day: Day): string => (dates === 'iso' ? day : clean(dayFormat.format(at(day))));

  return {
    money(minor, other = currency) {
      const format = moneyFormats.get(other) ?? numbers(numeric, currencyStyle(other));
      moneyFormats.set(other, format);
      return format(formatDecimal(minor, minorDigits(other) ?? 2));
    },
    amount: (minor) => plain(formatDecimal(minor, digits)),
    decimal: ({ units, scale }) => quantities(formatDecimal(units, scale, 0)),
    exact(text) {
      const scale = text.split('.')[1]?.length ?? 0;
      const format =
        byScale.get(scale) ??
        figures(numeric, { ...currencyStyle(currency), minimumFractionDigits: scale, maximumFractionDigits: scale });
      byScale.set(scale, format);
      return format(text);
    },
    price: ({ units, scale }) => prices(formatDecimal(units, scale)),
    // As text, for `style: 'percent'` would want the number divided by a hundred.
    percent({ units, scale }) {
      percents ??= numbers(locale.language === 'en' ? plainEnglish : locale, {
        style: 'percent',
        maximumFractionDigits: 6,
      });
      return percents(formatDecimal(units, scale + 2, 0));
    },
    day: written,
    span(name) {
      if (/^\d{4}-\d{2}-\d{2}$/.test(name)) return written(name);
      return dates !== 'iso' && /^\d{4}-\d{2}$/.test(name) ? clean(monthFormat.format(at(`${name}-01`))) : name;
    },
    days: ({ from, to }) => (dates === 'iso' ? `${from} – ${to}` : clean(dayFormat.formatRange(at(from), at(to)))),
    country: (code) => countries.of(code) ?? code,
    named: (label, value) => namedValue(language, label, value),
  };
}

/** English has no space before the sign, in whatever country it is written. */
const plainEnglish = new Intl.Locale('en', { numberingSystem: 'latn' });

/** Swiss write `CHF 666.44` in each of their languages; `Intl` knows it of German and Italian only. */
function numericLocale(locale: Intl.Locale): Intl.Locale {
  return locale.region === 'CH' ? new Intl.Locale('de-CH', { numberingSystem: 'latn' }) : locale;
}

function dateStyle(dates: DateStyle): Intl.DateTimeFormatOptions {
  if (dates === 'short') return { day: '2-digit', month: '2-digit', year: 'numeric' };
  if (dates === 'medium') return { day: 'numeric', month: 'short', year: 'numeric' };
  return { day: 'numeric', month: 'long', year: 'numeric' };
}

/** The decimals are the books', which for some currencies are not those of `Intl`. */
function currencyStyle(currency: string): Intl.NumberFormatOptions {
  const digits = minorDigits(currency) ?? 2;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...decimals };
}

function numbers(locale: Intl.Locale, options: Intl.NumberFormatOptions): (text: string) => string {
  const format = grouped(locale, options);
  return (text) => clean(format.format(text as `${number}`));
}

/**
 * Money without its currency, and numbers beside it. Some countries part the digits of money in another way than those
 * of other numbers; 1.234,5 pieces at 98,765.43 on one line would be read wrongly.
 */
function figures(locale: Intl.Locale, options: Intl.NumberFormatOptions): (text: string) => string {
  const format = grouped(locale, options);
  return (text) => {
    const parts = format
      .formatToParts(text as `${number}`)
      .filter(({ type }) => type !== 'currency' && type !== 'literal');
    return clean(parts.map(({ value }) => value).join(''));
  };
}

/**
 * Some languages group from five digits only; figures below each other are all grouped. A decimal in a string is
 * formatted digit by digit, never through a float; the type wants a literal.
 */
function grouped(locale: Intl.Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { useGrouping: 'always', ...options });
}

/** Marks of direction are the page's business: amounts are set from left to right in a box of their own. */
function clean(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replaceAll('\u202f', '\u00a0')
    .replaceAll('\uffe5', '¥');
}
