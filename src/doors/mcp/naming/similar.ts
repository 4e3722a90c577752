import { meantOf } from '../../../core/nearest.ts';
import type { Operation } from '../../../operation/operation.ts';
import type { Prefixed } from '../../../wire/index.ts';
import type { AnsweredCall, Caller, McpContext } from '../mcp-context.ts';
import { finders } from './finders.ts';
import { rowsThroughKin } from './kin.ts';
import {
  candidatesMax,
  fieldsOf,
  nearNames,
  type Row,
  rowsMax,
  rowsOf,
  searched,
  searchedAs,
  shownOf,
} from './near-names.ts';

const kindsByList = new Map(Object.entries(finders).map(([kind, { list }]) => [list, kind as Prefixed]));

/** The answer of a list, and where it found nothing by its words, what it was perhaps asked for. */
export async function withSimilar(
  mcpContext: McpContext,
  caller: Caller,
  { operation, input, output }: AnsweredCall,
): Promise<unknown> {
  const kind = kindsByList.get(operation.name);
  const { q = input['number'] } = input;
  if (typeof q !== 'string' || input['cursor'] !== undefined) return output;
  const page = output as { readonly data?: readonly unknown[]; readonly results?: readonly unknown[] };
  const rows = page.data ?? page.results;
  if (rows === undefined || rows.length > 0) return output;
  const isNumber = input['q'] === undefined;
  if (kind === undefined) return { ...page, hint: `Nothing matched ${JSON.stringify(q)}.` };
  const sought = { kind, operation, q };
  const similar = isNumber ? await relatedTo(mcpContext, caller, sought) : await similarTo(mcpContext, caller, sought);
  if (similar.length === 0) return { ...page, hint: `Nothing matched ${JSON.stringify(q)}.` };
  return {
    ...page,
    similar,
    hint: 'No match. `similar` lists records with a similar spelling, or excluded by the other filters.',
  };
}

/** Records to which the number leads though it is not theirs, such as the sale of an invoice; else of a like number. */
async function relatedTo(mcpContext: McpContext, caller: Caller, { kind, operation, q }: Sought) {
  const related = await rowsThroughKin(mcpContext, caller, kind, q);
  if (related.length === 0) return nearNames(mcpContext, caller, kind, q);
  return shownOf(mcpContext, caller, operation, { input: {}, near: related.slice(0, candidatesMax) });
}

type Sought = { readonly kind: Prefixed; readonly operation: Operation; readonly q: string };

/** Results of the search, which forgives slips; for kinds that it does not cover, records of nearly the same name. */
async function similarTo(
  mcpContext: McpContext,
  caller: Caller,
  { kind, operation, q }: Sought,
): Promise<readonly Row[]> {
  const found = await searched(mcpContext, caller, kind, q);
  const finder = finders[kind];
  if (found.length > 0 || finder === undefined || searchedAs[kind] !== undefined) return found;
  const input = { limit: rowsMax, fields: fieldsOf(finder) };
  const rows = (await rowsOf(mcpContext, caller, operation, input)) ?? [];
  const near = rows.filter((row) => finder.keys.some((key) => isMeant(q, row[key])));
  return shownOf(mcpContext, caller, operation, { input, near: near.slice(0, candidatesMax) });
}

function isMeant(text: string, called: unknown): boolean {
  return typeof called === 'string' && meantOf(text, [called]) !== undefined;
}
