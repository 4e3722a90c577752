import { rowsOf } from './asked-beside.ts';
import type { Operation } from './operation.ts';

/** Whether what was found does not show that there is what the filters name. */
export function saysNothing({ http }: Operation, output: unknown): boolean {
  if (!http.startsWith('GET ')) return false;
  if (http.startsWith('GET /reports/')) return isNothing(output);
  return rowsOf(output).length === 0;
}

/** What every report says whatever was found, and what names a row rather than telling of it. */
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

/** Whether every figure of a report is zero: it has rows for its intervals even where nothing happened. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isNothing);
  if (typeof value === 'string') return !/^-?\d+(?:\.\d+)?$/.test(value) || !/[1-9]/.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([field, item]) => aside.has(field) || isNothing(item));
}
