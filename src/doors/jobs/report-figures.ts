import { parse } from 'csv-parse/sync';
import type { FileOutput } from '../../wire/index.ts';

const number = /^-?\d+(?:\.\d+)?$/;
/** Columns that are numbers and say nothing of what happened. */
const numbering: ReadonlySet<string> = new Set(['code', 'number', 'position']);

/** True where some figure of a table is not zero. A report of nothing has its totals all the same. */
export function hasFigures({ content }: FileOutput): boolean {
  const [header = [], ...rows] = parse(content, { bom: true, relaxColumnCount: true });
  return rows.some((row) =>
    row.some((cell, column) => !numbering.has(header[column] ?? '') && number.test(cell) && Number(cell) !== 0),
  );
}
