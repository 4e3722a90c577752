import type { RowsAbout } from './rows-about.ts';

const internal = new Set(['id', 'created_by', 'updated_by', 'version']);

/** The records as text: one below the other, each with what it says, and nothing that is empty. */
export function readable(records: readonly RowsAbout[]): string {
  return records
    .map(({ table, rows }) => `${table.replaceAll('_', ' ')} (${rows.length})\n\n${rows.map(textOf).join('\n')}`)
    .join('\n\n');
}

function textOf(row: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(row)
    .filter(([name, value]) => !internal.has(name) && !name.endsWith('_id') && !isEmpty(value))
    .map(([name, value]) => `  ${name.replaceAll('_', ' ')}: ${shown(value)}`);
  return `${lines.join('\n')}\n`;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Without quotes and brackets, which people do not read. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('; ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return Object.entries(value)
    .filter(([, item]) => !isEmpty(item))
    .map(([name, item]) => `${name.replaceAll('_', ' ')} ${shown(item)}`)
    .join(', ');
}
