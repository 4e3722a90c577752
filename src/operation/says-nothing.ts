import { rowsOf } from './asked-beside.ts';
import type { Operation } from './operation.ts';

/** An empty list, or a report of zeros, may mean that a filter names nothing that exists. */
export function saysNothing({ http }: Operation, output: unknown): boolean {
  if (!http.startsWith('GET ')) return false;
  if (http.startsWith('GET /reports/')) return isNothing(output);
  return rowsOf(output).length === 0;
}

/** Present in every report, or naming a row rather than giving a figure. */
const aside: ReadonlySet<string> = new Set([
  'meta',
  'reconciliation',
  'period',
  'compared_period',
  'intervals',
  'label',
  'key',
  'code',
  'number',
  'name',
]);

/** A report has rows for its intervals even where nothing happened, so only zeros count as empty. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isNothing);
  if (typeof value === 'string') return !/^-?\d+(?:\.\d+)?$/.test(value) || !/[1-9]/.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([field, item]) => aside.has(field) || isNothing(item));
}
