/** Numbers and days of a column, whose form is settled over all of its cells and never by one. */
import type { Day } from '../core/calendar.ts';
import {
  type DayFormat,
  dayInWords,
  dayTells,
  dayWritten,
  type FormatMatch,
  type NumberFormat,
  numberTells,
  numberWritten,
} from '../core/written.ts';

export type Settled<Format> =
  | { readonly format: Format; readonly unsure?: undefined }
  /** The cells that leave it open, or that disagree. */
  | { readonly format?: undefined; readonly unsure: readonly string[] };

export function settleNumbers(cells: Iterable<string>): Settled<NumberFormat> {
  return settled(cells, (cell) => numberTells(bareNumber(cell)), 'decimal_point');
}

export function settleDays(cells: Iterable<string>): Settled<DayFormat> {
  return settled(cells, (cell) => dayTells(fullDay(cell)), 'year_first');
}

function settled<Format>(
  cells: Iterable<string>,
  tells: (cell: string) => FormatMatch<Format>,
  otherwise: Format,
): Settled<Format> {
  const sure = new Map<Format, string>();
  let open: string | undefined;
  for (const cell of cells) {
    if (cell.trim() === '') continue;
    const { fits, isAmbiguous } = tells(cell);
    const [only] = fits;
    if (isAmbiguous) open ??= cell;
    else if (only !== undefined && !sure.has(only)) sure.set(only, cell);
  }
  const [format] = sure.keys();
  if (sure.size > 1) return { unsure: [...sure.values()] };
  if (format !== undefined) return { format };
  return open === undefined ? { format: otherwise } : { unsure: [open] };
}

const currencySign = /\p{Sc}|^[A-Z]{3}\b|\b[A-Z]{3}$/gu;
const dashes = /[\u2212\u2013\u2012\uFE63\uFF0D]/gu;
const blanks = /[\s\u00A0\u2007\u2009\u202F]/gu;

/**
 * A number without the dress of banks: currency, plus sign, thin spaces, the minus of typesetters, a minus behind it,
 * parentheses or a D for below zero.
 */
function bareNumber(cell: string): string {
  let text = cell.trim().replaceAll(dashes, '-').replaceAll(currencySign, '').trim();
  const [, mark] = /\s*([SH]|CR|DR|D|C|[-+])$/i.exec(text) ?? [];
  const isBelow = /^\(.*\)$/.test(text) || (mark !== undefined && /^(?:S|DR|D|-)$/i.test(mark));
  text = text.replace(/^\((.*)\)$/, '$1');
  if (mark !== undefined) text = text.slice(0, text.length - mark.length);
  const plain = text
    .replaceAll(blanks, ' ')
    .trim()
    .replace(/^([+-])\s*/, '$1')
    .replace(/^\+/, '')
    .replace(/^(-?)(?=[.,]\d)/, '$10')
    .replace(/[.,]$/, '');
  return isBelow && plain !== '' && !plain.startsWith('-') ? `-${plain}` : plain;
}

/** A decimal such as `-1250.50`; undefined where the cell is no number of that form. */
export function numberIn(cell: string, format: NumberFormat): string | undefined {
  return numberWritten(bareNumber(cell), format);
}

export function dayIn(cell: string, format: DayFormat): Day | undefined {
  const text = fullDay(cell);
  // Days that begin with the year mean one thing only, and so do months in words.
  return dayWritten(text, 'year_first') ?? dayInWords(text) ?? dayWritten(text, format);
}

const centuryPivot = 80;

/** `20260302`, `02.03.26` and `3/ 2'26` with a year of four digits and its parts apart. */
function fullDay(cell: string): string {
  const text = cell.trim();
  const [, year, month, date, rest = ''] = /^(\d{4})(\d{2})(\d{2})(\D.*)?$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month}-${date}${rest}`;
  const [, one, sign, two, short, after = ''] =
    /^(\d{1,2})([-/.])\s?(\d{1,2})(?:\2|')\s?(\d{2}|\d{4})((?:[T ,].*)?)$/.exec(text) ?? [];
  if (one === undefined || short === undefined) return text;
  return `${one}${sign}${two}${sign}${withCentury(short)}${after}`;
}

function withCentury(year: string): string {
  if (year.length > 2) return year;
  return Number(year) >= centuryPivot ? `19${year}` : `20${year}`;
}
