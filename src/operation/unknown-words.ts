import { z } from 'zod';
import { nearestOf } from '../core/nearest.ts';
import { type Ask, type Row, type Unknown, answered, rowsOf, shapeOf } from './asked-beside.ts';
import type { Operation } from './operation.ts';
import { within } from './schema-at.ts';

/** Rows that are looked through for words that come near. */
const lookedAtMax = 100;
const candidatesMax = 5;

/**
 * Filters by a word of the organisation's own, and the field of a row that has it. Not among them are what tells one
 * record from all others, such as a number, a name or an external_id: that there is none is what was asked.
 */
const fieldsOfWords: Readonly<Record<string, string>> = {
  tag: 'tags',
  currency: 'currency',
  code: 'code',
  channel: 'channel',
  folder: 'folder',
  country: 'country',
  category: 'category',
  reason_code: 'reason_code',
  record_type: 'record_type',
  key: 'key',
  mcp_client: 'mcp_client',
};

/** Of lists of something else than variants, which a SKU is the key of. */
function fieldOf(operation: Operation, filter: string): string | undefined {
  if (filter === 'sku') return 'variant_id' in shapeOf(operation) ? 'sku' : undefined;
  return Object.hasOwn(fieldsOfWords, filter) ? fieldsOfWords[filter] : undefined;
}

/** Words that no row of the list has, whatever else it is narrowed by. A list without any row knows no words yet. */
export async function unknownWords(operation: Operation, asked: unknown, ask: Ask): Promise<Unknown[]> {
  const shape = shapeOf(operation);
  if (!('limit' in shape) || !('cursor' in shape) || operation.http.startsWith('GET /reports/')) return [];
  const given = Object.entries(asked as Readonly<Record<string, unknown>>).filter(([, value]) => value !== undefined);
  // A page that is behind the last row is empty, whatever is asked for.
  if (given.some(([field]) => field === 'cursor')) return [];
  const whose = wholeOf(operation, given);
  const filters = given.filter(([field]) => !(field in whose) && !besideFilters.has(field));
  const unknown: Unknown[] = [];
  for (const [filter, word] of filters) {
    const field = fieldOf(operation, filter);
    if (field === undefined || typeof word !== 'string') continue;
    const own = { ...whose, [filter]: word, limit: 1 };
    if (filters.length > 1 && (await hasRows(operation, own, ask))) continue;
    if (await isHidden(operation, own, ask)) continue;
    const rows = rowsOf(await answered(() => ask(operation, { ...whose, limit: lookedAtMax })));
    if (rows.length === 0) continue;
    const candidates = nearestOf(word, wordsIn(rows, field), candidatesMax);
    const message = `No record in this list has this ${filter.replaceAll('_', ' ')}.`;
    const hint = candidates.length === 0 ? undefined : `Use an existing value, such as ${candidates.join(', ')}.`;
    unknown.push({ field: filter, message, hint, candidates });
  }
  return unknown;
}

async function hasRows(operation: Operation, asked: object, ask: Ask): Promise<boolean> {
  return rowsOf(await answered(() => ask(operation, asked))).length > 0;
}

/** Some lists show archived records or drafts only on request. */
async function isHidden(operation: Operation, asked: object, ask: Ask): Promise<boolean> {
  const shape = shapeOf(operation);
  if ('include_archived' in shape && (await hasRows(operation, { ...asked, include_archived: true }, ask))) return true;
  for (const status of statusesOf(shape['status'])) {
    if (await hasRows(operation, { ...asked, status }, ask)) return true;
  }
  return false;
}

function statusesOf(schema: unknown): readonly unknown[] {
  if (!(schema instanceof z.ZodType)) return [];
  return within(schema).flatMap((one): readonly unknown[] => {
    if (one instanceof z.ZodEnum) return one.options;
    if (!(one instanceof z.ZodArray)) return [];
    const [all] = within(one.element as z.ZodType);
    return all instanceof z.ZodEnum ? [all.options] : [];
  });
}

/** The list's path parameters, in wire form. */
function wholeOf(operation: Operation, given: readonly (readonly [string, unknown])[]): object {
  const shape = shapeOf(operation);
  return Object.fromEntries(
    given.flatMap(([field, value]) => {
      const schema = shape[field];
      const isWhole = operation.http.includes(`{${field}}`) && schema instanceof z.ZodType;
      return isWhole ? [[field, z.encode(schema, value)] as const] : [];
    }),
  );
}

/** These do not filter. */
const besideFilters: ReadonlySet<string> = new Set(['limit', 'cursor', 'sort', 'fields', 'expand', 'include']);

function wordsIn(rows: readonly Row[], field: string): string[] {
  const words = rows.flatMap((row) => row[field]).filter((word) => typeof word === 'string');
  return [...new Set(words)];
}
