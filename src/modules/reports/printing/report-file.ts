import { formatMoney } from '../../../core/money.ts';
import { type Afterwards, afterwards, type Packer, type SheetCell } from '../../../operation/afterwards.ts';
import type { WorkFor } from '../../../operation/heavy-work.ts';
import type { Context } from '../../../operation/operation.ts';
import { othersLabel } from '../../../render/report-locale.ts';
import type { FileOutput } from '../../../wire/index.ts';
import { type Cell, csvFile } from '../../ledger/index.ts';
import { withEnglishAccounts } from './english-accounts.ts';
import { type Dated, reportPdf } from './report-pdf.ts';
import type { Table } from './report-table.ts';

type Asked = { readonly format: 'json' | 'csv' | 'xlsx' | 'pdf' | 'table'; readonly language?: string | undefined };

/** The report itself, the file that the caller's `format` asks for, or for ourselves the table that it is made of. */
export async function inFormat<Report extends Dated>(
  context: Context,
  { format, language }: Asked,
  report: Report,
  tableOf: (report: Report) => Table,
): Promise<Report | FileOutput | Afterwards<FileOutput>> {
  if (format === 'json') return report;
  const whole = withLeft(namedBy(tableOf(report), report.narrowed_to), report.cut);
  // No door lets this format in: `accountantPackage` asks for it and knows what it gets.
  if (format === 'table') return whole as unknown as Report;
  const made = await withEnglishAccounts(context, whole, language);
  if (format === 'pdf') return reportPdf(context, { report, table: made, language });
  return format === 'csv'
    ? csvFile(made.name, made.header, made.rows)
    : afterwards(({ packer, organization, signal }) => xlsxFile(made, packer, { organization, signal }));
}

/** A file that is narrowed by a dimension says so in its name: a table has no other place for it. */
function namedBy(made: Table, narrowed: Dated['narrowed_to']): Table {
  if (narrowed === null || narrowed === undefined) return made;
  const suffix = narrowed.code ?? `no-${narrowed.dimension}`;
  return { ...made, name: `${made.name}-${suffix.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}` };
}

/** A row that stands for all that are left says how many those are: a file has no other place for it. */
function withLeft(made: Table, cut: Dated['cut']): Table {
  const left = cut?.find(({ list }) => list === 'rows')?.left;
  const at = left === undefined ? -1 : made.rows.findLastIndex(([label]) => label === othersLabel);
  const [, ...cells] = made.rows[at] ?? [];
  return at < 0 ? made : { ...made, rows: made.rows.with(at, [`${othersLabel} (${left})`, ...cells]) };
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A table as a spreadsheet: numbers with their decimals, and texts that no reader takes for a formula. */
export async function xlsxFile(
  { name, header, rows }: Pick<Table, 'name' | 'header' | 'rows'>,
  packer: Packer,
  whose: WorkFor,
): Promise<FileOutput> {
  const sheet = { name, header, rows: rows.map((row) => row.map(sheetCell)) };
  const content = Buffer.from(await packer.spreadsheet(sheet, whose)).toString('base64');
  return { filename: `${name}.xlsx`, content_type: xlsxType, content, encoding: 'base64' };
}

function sheetCell(cell: Cell): SheetCell {
  if (cell === null) return null;
  if (typeof cell === 'string') return cell.replaceAll(controls, '');
  return numberCell(typeof cell === 'object' ? ('digits' in cell ? cell.digits : formatMoney(cell)) : String(cell));
}

// XML 1.0 has no place for them, and a file with one would not open.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** As many digits as a spreadsheet keeps of a number; of what is longer it would show another one. */
const digitsMax = 15;

function numberCell(digits: string): SheetCell {
  const [whole = '', decimals = ''] = digits.split('.');
  if (whole.replace('-', '').length + decimals.length > digitsMax) return digits;
  return { number: Number(digits), format: decimals === '' ? '0' : `0.${'0'.repeat(decimals.length)}` };
}
