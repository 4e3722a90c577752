import { truthIn } from './cells.ts';
import { headFields, type Kind, neededFields, numberFields, oneOfFields, truthFields } from './fields.ts';
import type { ImportRecord, RecordFault, Values } from './import-record.ts';
import { isUnissued } from './settlement.ts';

type CellFault = RecordFault & { readonly row: number };

/** Fault of the cells of a record before any operation: a value with two readings. */
export function cellFault(kind: Kind, { rows }: Pick<ImportRecord, 'rows'>): CellFault | undefined {
  for (const [row, values] of rows.entries()) {
    // Fields of the whole sale count once.
    const isSaid = (field: string) =>
      values[field] !== undefined || (isOfWhole(kind, field) && rows.some((one) => one[field] !== undefined));
    const choice = oneOfFields[kind];
    if (choice !== undefined && !choice.fields.some(isSaid)) {
      return { row, field: choice.fields[0], code: 'required', message: choice.row };
    }
    const missing = neededFields[kind].find((field) => !isSaid(field));
    if (missing !== undefined) return { row, field: missing, code: 'required', message: 'This cell is empty.' };
    // A product may be a draft; of a sale or bill it is nothing yet.
    if (kind !== 'products' && isUnissued(values['status'])) {
      const message = `It is marked "${values['status']}": drafts and what was cancelled stay in the old program.`;
      return { row, field: 'status', code: 'not_issued', message };
    }
    for (const [field, text] of Object.entries(values)) {
      const [code, message] = oddity(field, text) ?? [];
      if (code !== undefined && message !== undefined) return { row, field, code, message };
    }
  }
  return undefined;
}

function isOfWhole(kind: Kind, field: string): boolean {
  return headFields[kind]?.includes(field) === true;
}

function oddity(field: string, text: string): [string, string] | undefined {
  if (truthFields.has(field) && truthIn(text) === undefined) return ['neither_yes_nor_no', 'Write yes or no.'];
  if (!numberFields.has(field)) return isShortened(text) ? shortened() : undefined;
  const number = field.startsWith('discount_') ? text.replace(/\s*%$/, '') : text;
  if (/^-?[\d.,' ]*,[\d.,' ]*$/.test(number)) {
    return ['decimal_comma', 'Write a number with a point before its decimals and nothing else, such as 1250.50.'];
  }
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(number)) {
    return ['not_a_number', 'Write a number alone, such as 12.50, without a currency or a unit.'];
  }
  const isOverWhole = field === 'discount_fraction' && number === text && Number(number) > 1;
  if (isOverWhole) return ['over_whole', 'Write a fraction from 0 to 1, or map the column to discount_percent.'];
  return undefined;
}

function shortened(): [string, string] {
  const message = 'A spreadsheet has rounded this number: write all of its digits, in a column of text.';
  return ['shortened', message];
}

/** `3.65275E+11` is what a spreadsheet leaves of a barcode. */
function isShortened(text: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{2}$/.test(text);
}

/** True where a column called just "discount" may hold percentages: no fraction exceeds 1, and only a gift has 1. */
export function mayBePercent(records: readonly { readonly rows: readonly Values[] }[]): boolean {
  return records.some(({ rows }) => rows.some(({ discount_fraction: text }) => Number(text) >= 1));
}
