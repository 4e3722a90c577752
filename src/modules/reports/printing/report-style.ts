import type { Format } from '../../../render/format.ts';
import type { ReportLocale } from '../../../render/report-locale.ts';
import type { Cell } from '../../ledger/index.ts';

/** Language and format of a report. */
export type ReportStyle = { readonly reportLocale: ReportLocale; readonly format: Format };

export function written(cell: Cell, format: Format): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(cell) ? format.day(cell) : cell;
  if (typeof cell !== 'object') return String(cell);
  if ('digits' in cell) return format.exact(cell.digits);
  return format.amount(cell.minor);
}
