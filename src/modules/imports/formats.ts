import {
  type DayFormat,
  dayFormats,
  dayInWords,
  dayTells,
  dayWritten,
  type NumberFormat,
  numberFormats,
  numberTells,
  numberWritten,
  type FormatMatch,
} from '../../core/written.ts';
import type { FieldError } from '../../operation/errors.ts';
import { dayFields, numberFields } from './fields.ts';
import { mapInSlices } from './in-slices.ts';
import type { Mapping } from './mapping.ts';

/** Format of each column, by its name; absent where its cells do not tell. */
export type Formats = Readonly<Record<string, NumberFormat | DayFormat>>;

/** Formats that the caller states for all columns. */
export type Stated = {
  readonly number_format?: NumberFormat | undefined;
  readonly date_format?: DayFormat | undefined;
};

export type Column = {
  readonly name: string;
  readonly cells: readonly { readonly text: string; readonly line: number }[];
};

type Found<Format> = { readonly formats: Readonly<Record<string, Format>>; readonly errors: readonly FieldError[] };

/**
 * Formats of the columns of numbers or days, by all of their cells, else by the other columns of the same kind: a file
 * is written in one way. What can be read in two ways is asked for, since a wrong guess is wrong by a thousand, or by
 * months, and nobody would notice.
 */
export async function formatsOf(
  columns: readonly Column[],
  { mapping, stated }: { readonly mapping: Mapping; readonly stated: Stated },
): Promise<{ readonly formats: Formats; readonly errors: readonly FieldError[] }> {
  const of = (fields: ReadonlySet<string>) => {
    const names = new Set(Object.entries(mapping).flatMap(([field, name]) => (fields.has(field) ? [name] : [])));
    return columns.filter(({ name }) => names.has(name));
  };
  const numbers = await settled(of(numberFields), {
    told: stated.number_format,
    all: numberFormats,
    field: 'number_format',
    tells: (text) => numberTells(percentCut(text)),
  });
  const days = await settled(of(dayFields), {
    told: stated.date_format,
    all: dayFormats,
    field: 'date_format',
    tells: dayTells,
  });
  return { formats: { ...numbers.formats, ...days.formats }, errors: [...numbers.errors, ...days.errors] };
}

type Way<Format> = {
  readonly told: Format | undefined;
  readonly all: readonly Format[];
  readonly field: string;
  readonly tells: (text: string) => FormatMatch<Format>;
};

type Evidence<Format> = {
  readonly name: string;
  /** The first cell that fits a form and no other. */
  readonly sure: ReadonlyMap<Format, { readonly text: string; readonly line: number }>;
  /** The first cell that means two things. */
  readonly open: { readonly text: string; readonly line: number } | undefined;
};

async function settled<Format extends string>(columns: readonly Column[], way: Way<Format>): Promise<Found<Format>> {
  const evidence: Evidence<Format>[] = [];
  for (const column of columns) evidence.push(await evidenceIn(column, way));
  // Days that begin with the year stand beside others in many files, and tell nothing of those.
  const everywhere = new Set(evidence.flatMap(({ sure }) => [...sure.keys()]).filter((one) => one !== 'year_first'));
  const [usual] = everywhere.size === 1 ? everywhere : [];
  const formats: Record<string, Format> = {};
  const errors: FieldError[] = [];
  for (const one of evidence) {
    const own = new Set([...one.sure.keys()].filter((format) => format !== 'year_first'));
    const found =
      way.told ?? (own.size === 1 ? [...own][0] : own.size === 0 && one.open !== undefined ? usual : undefined);
    if (found !== undefined) formats[one.name] = found;
    else if (own.size > 1) errors.push(disagreeing(one, way.field));
    else if (one.open !== undefined) errors.push(openQuestion(one.name, one.open, way));
    else if (one.sure.size === 1) formats[one.name] = [...one.sure.keys()][0] as Format;
  }
  return { formats, errors };
}

async function evidenceIn<Format extends string>(
  { name, cells }: Column,
  { tells }: Way<Format>,
): Promise<Evidence<Format>> {
  const sure = new Map<Format, { readonly text: string; readonly line: number }>();
  let open: Evidence<Format>['open'];
  await mapInSlices(cells, (cell) => {
    const { fits, isAmbiguous } = tells(cell.text);
    const [only] = fits;
    if (isAmbiguous) open ??= cell;
    else if (only !== undefined && !sure.has(only)) sure.set(only, cell);
  });
  return { name, sure, open };
}

function disagreeing<Format extends string>({ name, sure }: Evidence<Format>, field: string): FieldError {
  const cells = [...sure.values()].slice(0, 2).map(({ text, line }) => `"${text}" in line ${line}`);
  const ways = cells.join(' and ');
  const message = `The column "${name}" uses two formats: ${ways}. Send the intended one in ${field}.`;
  return { pointer: `/${field}`, code: 'ambiguous', message };
}

function openQuestion<Format extends string>(
  name: string,
  { text, line }: { readonly text: string; readonly line: number },
  { field, tells }: Way<Format>,
): FieldError {
  const ways = tells(text).fits.map((format) => `${format} for ${meaning(text, format)}`);
  const cell = `"${text}" in line ${line} of the column "${name}"`;
  const message = `${cell} is ambiguous: send ${field} as ${ways.join(', or ')}.`;
  return { pointer: `/${field}`, code: 'ambiguous', message };
}

function meaning(text: string, format: string): string {
  const number = numberFormats.find((one) => one === format);
  if (number !== undefined) return numberWritten(percentCut(text), number) ?? text;
  const day = dayFormats.find((one) => one === format);
  return (day && dayWritten(text, day)) ?? text;
}

/** A cell as operations take it, by the form of its column; undefined where it is not written in that form. */
export function read(field: string, text: string, format: Formats[string] | undefined): string | undefined {
  if (dayFields.has(field)) return dayInWords(text) ?? dayRead(text, format);
  if (!numberFields.has(field)) return text;
  const number = numberFormats.find((one) => one === format);
  const plain = percentCut(text);
  // Without a form the column has no sign that means two things, and what is no number is told of by its cell.
  const found = numberWritten(plain, number ?? 'decimal_point') ?? (number === undefined ? plain : undefined);
  return found && `${found}${text.slice(plain.length)}`;
}

/** Days that begin with the year are read in every column: they mean one thing only. */
function dayRead(text: string, format: Formats[string] | undefined): string | undefined {
  const first = dayWritten(text, 'year_first');
  const day = dayFormats.find((one) => one === format);
  // Text that is no date in any format is refused by the operation itself.
  return first ?? (day === undefined ? text : dayWritten(text, day));
}

function percentCut(text: string): string {
  return text.replace(/\s*%$/, '');
}
