/** Layout of a CSV file: the row of its headings, the meaning of each column, and its formats. */
import { minorDigits } from '../core/currency.ts';
import { folded } from '../core/fold.ts';
import { isIban } from '../core/iban.ts';
import type { DayFormat, NumberFormat } from '../core/written.ts';
import { shown } from './amount.ts';
import { dayIn, numberIn, settleDays, settleNumbers, type Settled } from './columns.ts';
import { currencyIn, type HeadingRole, isHeader, plainHeading, rolesIn } from './csv-headings.ts';
import type { CsvRow } from './csv-table.ts';
import type { ColumnRole, ReadOptions } from './options.ts';
import type { Problems } from './problem.ts';

export type CsvLayout = {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly columns: ReadonlyMap<HeadingRole, readonly number[]>;
  readonly days: DayFormat;
  readonly numbers: NumberFormat;
  /** Facts from the lines above the headings. */
  readonly account: string | null;
  readonly currency: string | null;
  readonly isWise: boolean;
};

const headerWithin = 60;

/** Undefined where a question has to be answered first; the problems have it. */
export function layoutOf(all: readonly CsvRow[], options: ReadOptions, problems: Problems): CsvLayout | undefined {
  const at = all.slice(0, headerWithin).findIndex(({ cells }) => isHeader(namedColumns(cells, options)));
  const header = at < 0 ? [] : (all[at]?.cells ?? []);
  const columns = columnsIn(header, options);
  if (!isHeader(columns)) {
    const message = 'no row of headings says which columns are the day and the amount: send them in the mapping';
    problems.add({ weight: 'question', code: 'column_missing', message, place: 'line 1' });
    return undefined;
  }
  const rows = all.slice(at + 1);
  const known = wiseHeading.test(header.map(plainHeading).join('|')) ? ({ dateFormat: 'day_first' } as const) : {};
  const told = { ...known, ...withoutEmpty(options) };
  const days = settledOr(told.dateFormat, settleDays(cellsOf(rows, columns, dayRoles)));
  const numbers = settledOr(told.numberFormat, settleNumbers(cellsOf(rows, columns, numberRoles)));
  ask(days, { code: 'date_format_unsure', what: 'days', say: 'whether the day or the month comes first' }, problems);
  ask(numbers, { code: 'number_format_unsure', what: 'amounts', say: 'which sign is before the decimals' }, problems);
  if (days.format === undefined || numbers.format === undefined) return undefined;
  const above = all.slice(0, Math.max(0, at));
  return {
    header,
    rows,
    columns,
    days: days.format,
    numbers: numbers.format,
    account: accountAbove(above),
    currency: currencyOf({ header, columns, above }) ?? null,
    isWise: 'dateFormat' in known,
  };
}

const wiseHeading = /^transferwise id\|/;
const dayRoles: readonly HeadingRole[] = ['booking_day', 'value_day', 'transaction_day'];
const numberRoles: readonly HeadingRole[] = ['amount', 'credit', 'debit', 'balance', 'fee', 'net', 'original_amount'];

function withoutEmpty({ dateFormat, numberFormat }: ReadOptions): Pick<ReadOptions, 'dateFormat' | 'numberFormat'> {
  return { ...(dateFormat !== undefined && { dateFormat }), ...(numberFormat !== undefined && { numberFormat }) };
}

function namedColumns(header: readonly string[], { mapping = {} }: ReadOptions): Map<HeadingRole, readonly number[]> {
  const columns = new Map<HeadingRole, readonly number[]>(rolesIn(header));
  // The keys of the mapping are roles.
  for (const [role, heading] of Object.entries(mapping) as [ColumnRole, string][]) {
    const named = header.findIndex((one) => plainHeading(one) === plainHeading(heading));
    if (named >= 0) columns.set(role, [named]);
  }
  return columns;
}

/** A file without headings is mapped by numbers of columns, and has its first line as its first row. */
function columnsIn(header: readonly string[], options: ReadOptions): Map<HeadingRole, readonly number[]> {
  const columns = namedColumns(header, options);
  for (const [role, heading] of Object.entries(options.mapping ?? {}) as [ColumnRole, string][]) {
    const isNumber = /^[1-9]\d{0,2}$/.test(heading) && !header.includes(heading);
    if (isNumber) columns.set(role, [Number(heading) - 1]);
  }
  return columns;
}

function* cellsOf(
  rows: readonly CsvRow[],
  columns: ReadonlyMap<HeadingRole, readonly number[]>,
  roles: readonly HeadingRole[],
): Generator<string> {
  const indexes = roles.flatMap((role) => columns.get(role) ?? []);
  for (const { cells } of rows) for (const index of indexes) yield cells[index] ?? '';
}

function settledOr<Format>(told: Format | undefined, found: Settled<Format>): Settled<Format> {
  return told === undefined ? found : { format: told };
}

type Question = {
  readonly code: 'date_format_unsure' | 'number_format_unsure';
  readonly what: string;
  readonly say: string;
};

function ask<Format>({ unsure }: Settled<Format>, { code, what, say }: Question, problems: Problems): void {
  if (unsure === undefined) return;
  const cells = unsure.map((cell) => `"${shown(cell)}"`).join(' and ');
  const why = unsure.length > 1 ? `are written in two ways (${cells})` : `(${cells}) can be read in two ways`;
  problems.add({ weight: 'question', code, message: `the ${what} ${why}: say ${say}`, place: what });
}

function accountAbove(rows: readonly CsvRow[]): string | null {
  for (const { cells } of rows) {
    for (const cell of cells) {
      const [found] = /[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/.exec(cell) ?? [];
      const plain = found?.replaceAll(' ', '');
      if (plain !== undefined && isIban(plain)) return plain;
    }
  }
  return null;
}

type Said = {
  readonly header: readonly string[];
  readonly columns: ReadonlyMap<HeadingRole, readonly number[]>;
  readonly above: readonly CsvRow[];
};

function currencyOf({ header, columns, above }: Said): string | undefined {
  const headings = ['amount', 'credit', 'debit', 'balance'] as const;
  const named = headings
    .flatMap((role) => columns.get(role) ?? [])
    .flatMap((index) => currencyIn(header[index] ?? '') ?? []);
  const labelled = above.flatMap(({ cells }) => {
    const at = cells.findIndex((cell) =>
      /^(?:wahrung|waehrung|currency|devise|munt|valuta|divisa)\b/.test(folded(cell)),
    );
    return at < 0 ? [] : [cells[at + 1] ?? ''];
  });
  return [...named, ...labelled].find((one) => minorDigits(one) !== undefined);
}

/** A cell of a role, trimmed; several columns of a role are read in their order. */
export function cellOf(layout: CsvLayout, { cells }: CsvRow, role: HeadingRole): string {
  for (const index of layout.columns.get(role) ?? []) {
    const text = cells[index] ?? '';
    if (text !== '') return text;
  }
  return '';
}

export function allCells(layout: CsvLayout, { cells }: CsvRow, roles: readonly HeadingRole[]): string[] {
  const texts = roles.flatMap((role) => layout.columns.get(role) ?? []).map((index) => cells[index] ?? '');
  return texts.filter((text) => text !== '');
}

/** True where a row has a day that can be read. */
export function hasDay(layout: CsvLayout, row: CsvRow): boolean {
  return dayIn(cellOf(layout, row, 'booking_day'), layout.days) !== undefined;
}

export function hasNumber(layout: CsvLayout, row: CsvRow, role: HeadingRole): boolean {
  const text = cellOf(layout, row, role);
  return text !== '' && numberIn(text, layout.numbers) !== undefined;
}
