import { isDay } from './calendar.ts';

/** Number formats of a column, by the decimal sign. */
export const numberFormats = ['decimal_point', 'decimal_comma'] as const;
export type NumberFormat = (typeof numberFormats)[number];

/** Date formats of a column, by the first part. */
export const dayFormats = ['year_first', 'day_first', 'month_first'] as const;
export type DayFormat = (typeof dayFormats)[number];

/** The forms that fit one text of a column; ambiguous where they mean different things. */
export type FormatMatch<Format> = { readonly fits: readonly Format[]; readonly isAmbiguous: boolean };

const group = String.raw`(?:[1-9]\d{0,2}`;
const numberForms: Readonly<Record<NumberFormat, RegExp>> = {
  decimal_point: new RegExp(String.raw`^-?(?:${group}(?:,\d{3})+)|\d+)(?:\.\d+)?$`),
  decimal_comma: new RegExp(String.raw`^-?(?:${group}(?:\.\d{3})+)|\d+)(?:,\d+)?$`),
};

/** A number as `1250.50`; undefined where the text is none in that form. */
export function numberWritten(text: string, format: NumberFormat): string | undefined {
  const closed = ungrouped(text);
  if (!numberForms[format].test(closed)) return undefined;
  return format === 'decimal_point' ? closed.replaceAll(',', '') : closed.replaceAll('.', '').replace(',', '.');
}

/** `1 250` and `1'250` are 1250 whatever the sign before the decimals. */
function ungrouped(text: string): string {
  return text.replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
}

export function numberTells(text: string): FormatMatch<NumberFormat> {
  const read = numberFormats.flatMap((format) => {
    const number = numberWritten(text, format);
    return number === undefined ? [] : [{ format, number }];
  });
  return toMatch(read.map(({ format, number }) => [format, number] as const));
}

const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?$`;
/** With signs between its parts, or closed up as in a French FEC: `20261102`. */
const yearFirst = new RegExp(String.raw`^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})${time}|(\d{2})(\d{2})$)`);
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})${time}`);
const dayAndWord = new RegExp(String.raw`^(\d{1,2})[.\s-]+(\p{L}+)[.,\s-]+(\d{4})${time}`, 'u');
const wordAndDay = new RegExp(String.raw`^(\p{L}+)\.?\s(\d{1,2}),?\s(\d{4})${time}`, 'u');

/** A day as `2026-11-02`; undefined where the text is none in that form. Years have four digits. */
export function dayWritten(text: string, format: DayFormat): string | undefined {
  const [, year, , month, date, closedMonth, closedDate] = yearFirst.exec(text) ?? [];
  if (year !== undefined) {
    return format === 'year_first' ? dayOf(year, month ?? closedMonth, date ?? closedDate) : undefined;
  }
  const [, one, sign, two, last] = yearLast.exec(text) ?? [];
  if (last === undefined) return undefined;
  if (format === 'day_first') return dayOf(last, two, one);
  // Nobody who writes the month first puts points between.
  return format === 'month_first' && sign !== '.' ? dayOf(last, one, two) : undefined;
}

/** A day whose month is a word can be read in one way only, such as `2 Nov 2026` or `November 2, 2026`. */
export function dayInWords(text: string): string | undefined {
  const [, date, word, year] = dayAndWord.exec(text) ?? [];
  if (word !== undefined) return dayOf(year, monthCalled(word), date);
  const [, first, second, third] = wordAndDay.exec(text) ?? [];
  return first === undefined ? undefined : dayOf(third, monthCalled(first), second);
}

export function dayTells(text: string): FormatMatch<DayFormat> {
  const read = dayFormats.flatMap((format) => {
    const day = dayWritten(text, format);
    return day === undefined ? [] : [[format, day] as const];
  });
  return toMatch(read);
}

function dayOf(year = '', month = '', date = ''): string | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** A text that means the same in every form that fits tells nothing of the column. */
function toMatch<Format>(read: readonly (readonly [Format, string])[]): FormatMatch<Format> {
  const meanings = new Set(read.map(([, meaning]) => meaning));
  const fits = read.map(([format]) => format);
  return fits.length > 1 && meanings.size === 1
    ? { fits: [], isAmbiguous: false }
    : { fits, isAmbiguous: fits.length > 1 };
}

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const;
const months = new Map(
  languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((length) => {
      const format = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => {
        const name = format.format(Date.UTC(2026, index));
        return [name.replace('.', '').toLowerCase(), String(index + 1)] as const;
      });
    }),
  ),
);

function monthCalled(word: string): string | undefined {
  return months.get(word.toLowerCase());
}
