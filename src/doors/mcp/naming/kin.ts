import type { Prefixed } from '../../../wire/index.ts';
import type { Arguments } from '../arguments.ts';
import type { Caller, McpContext } from '../mcp-context.ts';
import { refusalFor } from '../view.ts';
import { type Finder, finders } from './finders.ts';
import { fieldsOf, type Row, rowsOf } from './near-names.ts';
import { isCalled } from './same-name.ts';

const relatedMax = 5;

/** Records of a kind to which the number of a related record leads, however many steps away. */
export async function rowsThroughKin(
  mcpContext: McpContext,
  caller: Caller,
  kind: Prefixed,
  text: string,
): Promise<readonly Row[]> {
  // A text without a digit may be a SKU, and is no number of anything.
  if (!/\d/.test(text) && kind !== 'product') return [];
  return throughKin(mcpContext, caller, { kind, text, seen: new Set([kind]) });
}

type Search = { readonly kind: Prefixed; readonly text: string; readonly seen: ReadonlySet<Prefixed> };

async function throughKin(mcpContext: McpContext, caller: Caller, { kind, text, seen }: Search): Promise<Row[]> {
  const unseen = (finders[kind]?.through ?? []).filter((kin) => !seen.has(kin.kind));
  const found: Row[] = [];
  for (const kin of unseen) {
    const further = { kind: kin.kind, text, seen: new Set([...seen, kin.kind]) };
    const field = 'field' in kin ? kin.field : undefined;
    const exact = await numbered(mcpContext, caller, kin.kind, text, field);
    const related = exact.length > 0 || field !== undefined ? exact : await throughKin(mcpContext, caller, further);
    found.push(...(await stepTo(mcpContext, caller, kind, kin, related)));
  }
  return [...new Map(found.map((row) => [row['id'], row])).values()];
}

/** From records of a related kind to those of this kind that belong to them. */
export async function stepTo(
  mcpContext: McpContext,
  caller: Caller,
  kind: Prefixed,
  kin: NonNullable<Finder['through']>[number],
  related: readonly Row[],
): Promise<Row[]> {
  if ('field' in kin) {
    return related.flatMap((row) => (typeof row[kin.field] === 'string' ? [{ id: row[kin.field] }] : []));
  }
  const finder = finders[kind];
  if (finder === undefined) return [];
  const rows = await Promise.all(
    related.slice(0, relatedMax).map(({ id }) => listed(mcpContext, caller, finder, { [kin.filter]: id })),
  );
  return rows.flat();
}

/** Records of a kind that have exactly this number, with one more field of theirs. */
async function numbered(mcpContext: McpContext, caller: Caller, kind: Prefixed, text: string, field?: string) {
  const finder = finders[kind];
  if (finder === undefined) return [];
  const filters = (finder.exact ?? []).filter((filter) => filter !== 'email');
  const also = field === undefined ? [] : [field];
  const rows = await Promise.all(filters.map((filter) => listed(mcpContext, caller, finder, { [filter]: text }, also)));
  return rows.flat().filter((row) => isCalled(row, finder.keys, text));
}

/** Rows of a list that the caller may read; none where it may not, or where the list takes no such text. */
export async function listed(
  mcpContext: McpContext,
  caller: Caller,
  finder: Finder,
  input: Arguments,
  also: readonly string[] = [],
): Promise<readonly Row[]> {
  const list = mcpContext.toolbox.actions.get(finder.list)?.operation;
  if (list === undefined || refusalFor(caller.view, list) !== undefined) return [];
  await caller.charge(list.cost ?? 1);
  const fields = [...new Set([...fieldsOf(finder), ...also])];
  return (await rowsOf(mcpContext, caller, list, { ...input, fields })) ?? [];
}
