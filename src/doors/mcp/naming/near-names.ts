import { BusinessError, notFound, validationFailed } from '../../../operation/errors.ts';
import type { Operation } from '../../../operation/operation.ts';
import { run } from '../../../operation/run.ts';
import { type Prefixed, prefixes } from '../../../wire/index.ts';
import { type Finder, finders } from './finders.ts';
import { noteForeign } from '../foreign-reading.ts';
import type { Caller, McpContext } from '../mcp-context.ts';
import type { Arguments } from '../arguments.ts';
import { refusalFor } from '../view.ts';

export type Row = Readonly<Record<string, unknown>>;

export const candidatesMax = 5;
export const rowsMax = 100;
/** A list so short is shown whole: whoever wrote `fuel` picks a category better than spelling does. */
const shortListMax = 25;

/** Types of record that the search returns for a kind. Who buys names the product, which stands for its one variant. */
export const searchedAs: Partial<Readonly<Record<Prefixed, readonly string[]>>> = {
  client: ['client'],
  variant: ['variant', 'product'],
  product: ['product'],
  sale: ['sale'],
  document: ['document'],
  expense: ['expense'],
  payment: ['payment'],
  other_document: ['other_document'],
  file: ['file'],
};

/** Fields by which operations themselves take names, and what each names. */
const nameFields: Readonly<Record<string, Prefixed>> = {
  client: 'client',
  supplier: 'client',
  sku: 'variant',
  method: 'payment_method',
  category: 'expense_category',
};

/** Hints for a place where no record of that name is meant. */
const otherwise: Readonly<Record<string, string>> = {
  client: ' For a walk-in customer, leave `client` out.',
  supplier: ' For a payee who is not a client, use `payee_name`.',
  sku: ' Put a name into `variant_id`; for an item that is not a product, send `name` and `unit_price`.',
};

/** Records that a text which names none may have been meant for: by search, which forgives slips, or by their list. */
export async function nearNames(
  mcpContext: McpContext,
  caller: Caller,
  kind: Prefixed,
  text: string,
): Promise<readonly Row[]> {
  const finder = finders[kind];
  const list = mcpContext.toolbox.actions.get(finder?.list ?? '')?.operation;
  if (finder === undefined || list === undefined || refusalFor(caller.view, list) !== undefined) return [];
  const found = await searched(mcpContext, caller, kind, text);
  if (found.length > 0) return found;
  const isShort = isShortList(finder);
  const number = endOf(text);
  if (!isShort && (number === undefined || !finder.keys.includes('number'))) return [];
  const input = { limit: rowsMax, fields: fieldsOf(finder) };
  const rows = (await rowsOf(mcpContext, caller, list, input)) ?? [];
  const near = isShort
    ? rows.slice(0, shortListMax)
    : rows.filter((row) => endOf(String(row['number'])) === number).slice(0, candidatesMax);
  return shownOf(mcpContext, caller, list, { input, near });
}

type Near = { readonly input: Arguments; readonly near: readonly Row[] };

/** Rows of a list that a refusal shows: what strangers wrote in them counts as read. */
export async function shownOf(mcpContext: McpContext, caller: Caller, list: Operation, { input, near }: Near) {
  await noteForeign(mcpContext, caller, { operation: list, input, output: { data: near } });
  return near;
}

/** True for kinds without a search by words: their list fits one page. */
export function isShortList({ words, exact }: Finder): boolean {
  return words === undefined && exact === undefined;
}

export function fieldsOf({ keys, also = [] }: Finder): string[] {
  return ['id', ...keys, ...also];
}

/** `INV-2026-00017`, `invoice 17` and `#17` end in the same number. */
function endOf(text: string): string | undefined {
  return /^(?:\p{L}{0,12}[\s#:-]*)?(?:\d{4}-)?0*(\d{1,9})$/u.exec(text.trim())?.[1];
}

/** Results of the caller's own search, by name. */
export async function searched(
  mcpContext: McpContext,
  caller: Caller,
  kind: Prefixed,
  q: string,
): Promise<readonly Row[]> {
  const operation = mcpContext.toolbox.actions.get('search')?.operation;
  const types = searchedAs[kind];
  if (operation === undefined || types === undefined || refusalFor(caller.view, operation) !== undefined) return [];
  const input = { q, types, limit: candidatesMax };
  if (!operation.input.safeParse(input).success) return [];
  await caller.charge(operation.cost ?? 1);
  try {
    const { output } = await runAs(mcpContext, caller, operation, input);
    // Search answers so. Of each hit only what it is called is shown, and not the text that it was found in.
    const { results: hits } = output as { readonly results: readonly Row[] };
    const results: readonly Row[] = hits.map((hit) => ({ ...hit, found: null }));
    await noteForeign(mcpContext, caller, { operation, input, output: { results } });
    return results.slice(0, candidatesMax).map(({ type, id, title, subtitle }) => ({
      id,
      title,
      ...(subtitle === null || subtitle === undefined ? {} : { subtitle }),
      ...(type === kind ? {} : { type }),
    }));
  } catch (error) {
    if (error instanceof BusinessError) return [];
    throw error;
  }
}

/** Rows of a list; undefined where it does not take such a text. */
export async function rowsOf(
  mcpContext: McpContext,
  caller: Caller,
  list: Operation,
  input: Arguments,
): Promise<readonly Row[] | undefined> {
  if (!list.input.safeParse(input).success) return undefined;
  try {
    const { output } = await runAs(mcpContext, caller, list, input);
    // Every list answers so.
    return (output as { readonly data: readonly Row[] }).data;
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.status !== 422) throw error;
    // It takes such a text, and nothing has it.
    return error.details.errors?.[0]?.code === 'not_found' ? [] : undefined;
  }
}

async function runAs(mcpContext: McpContext, { view, origin }: Caller, operation: Operation, input: Arguments) {
  return run(mcpContext.runtime, operation, { actor: view.credential.actor, origin, input });
}

/** The refusal of a name that fits nobody, with those that it may have been meant for. */
export async function withCandidates(
  mcpContext: McpContext,
  caller: Caller,
  input: Arguments,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof BusinessError)) return error;
  const { errors = [], candidates } = error.details;
  const [first] = errors;
  if (error.kind.code === 'validation_failed' && first?.code === 'not_found') {
    return withShortList(mcpContext, caller, error, textAt(input, first.pointer) ?? '');
  }
  if (error.kind.code !== 'not_found') return error;
  const field = first?.pointer.split('/').at(-1) ?? '';
  const kind = Object.hasOwn(nameFields, field) ? nameFields[field] : undefined;
  const text = first === undefined ? undefined : textAt(input, first.pointer);
  if (candidates !== undefined || kind === undefined || text === undefined) return error;
  const near = await nearNames(mcpContext, caller, kind, text);
  const list = finders[kind]?.list ?? '';
  const hint = near.length === 0 ? `Use ${list} to find existing ones.` : `Write the name of one of \`candidates\`.`;
  return notFound({
    ...error.details,
    hint: `${hint}${otherwise[field] ?? ''}`,
    ...(near.length === 0 ? {} : { candidates: near }),
  });
}

/** The refusal of an id that names nothing, with all that there are where they are few. */
async function withShortList(
  mcpContext: McpContext,
  caller: Caller,
  error: BusinessError,
  id: string,
): Promise<BusinessError> {
  const [kind] = Object.entries(prefixes).find(([, prefix]) => id.startsWith(`${prefix}_`)) ?? [];
  const finder = finders[kind as Prefixed];
  if (finder === undefined) return error;
  const { candidates: told } = error.details;
  const list = mcpContext.toolbox.actions.get(finder.list)?.operation;
  // A refusal of any door may name candidates; the strangers' text in them counts as read.
  if (list !== undefined && Array.isArray(told))
    await shownOf(mcpContext, caller, list, { input: {}, near: told as Row[] });
  if (told !== undefined || !isShortList(finder)) return error;
  const candidates = await nearNames(mcpContext, caller, kind as Prefixed, id);
  return candidates.length === 0 ? error : validationFailed({ ...error.details, candidates });
}

function textAt(input: unknown, pointer: string): string | undefined {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((place, part) => {
      const isThere = typeof place === 'object' && place !== null && Object.hasOwn(place, part);
      return isThere ? (place as Readonly<Record<string, unknown>>)[part] : undefined;
    }, input);
  return typeof found === 'string' ? found : undefined;
}
