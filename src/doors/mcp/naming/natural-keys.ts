import { ambiguousName } from '../../../modules/sales/index.ts';
import { notFound } from '../../../operation/errors.ts';
import { anyPrefix, type Prefixed, prefixes } from '../../../wire/index.ts';
import type { Action } from '../action.ts';
import { type Finder, finders } from './finders.ts';
import { type Placed, replaceTexts } from './id-places.ts';
import { rowsDescribed } from './described.ts';
import { rowsThroughKin } from './kin.ts';
import { candidatesMax, fieldsOf, isShortList, nearNames, type Row, rowsMax, rowsOf, shownOf } from './near-names.ts';
import { isCalled, isReference, spaceless } from './same-name.ts';
import type { Caller, McpContext } from '../mcp-context.ts';
import type { Arguments } from '../arguments.ts';
import { refusalFor } from '../view.ts';

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as Prefixed]));
const namesMax = 20;

/**
 * Puts ids where records are named as people name them: by number, SKU, code or name. Each is looked for by the list
 * that the caller could ask as well, with the caller's own rights. Never guesses: what fits none is not found, with
 * what comes near, and what fits several is refused with them.
 */
export async function withIds(
  mcpContext: McpContext,
  caller: Caller,
  { places }: Action,
  input: Arguments,
): Promise<Arguments> {
  const named = namesIn(input, places, caller, mcpContext);
  if (named.size === 0 || named.size > namesMax) return input;
  await caller.charge(named.size);
  const ids = new Map(
    await Promise.all(
      [...named].map(async ([key, placed]): Promise<[string, string | undefined]> => [
        key,
        await (placed.prefix === anyPrefix ? idOfAny(mcpContext, caller, placed) : idOf(mcpContext, caller, placed)),
      ]),
    ),
  );
  return replaceTexts(input, places, (placed) => ids.get(keyOf(placed)));
}

function keyOf({ prefix, text }: Placed): string {
  return `${prefix} ${text}`;
}

/** Each name once, at the first place that has it. */
function namesIn(input: Arguments, places: Action['places'], { view }: Caller, { toolbox: { actions } }: McpContext) {
  const named = new Map<string, Placed>();
  replaceTexts(input, places, (placed) => {
    const isName = placed.text.trim() !== '' && !isMeantAsId(placed.text);
    const mayLook = findersOf(placed).some(({ list: name }) => {
      const list = actions.get(name)?.operation;
      return list !== undefined && refusalFor(view, list) === undefined;
    });
    if (isName && mayLook && !named.has(keyOf(placed))) named.set(keyOf(placed), placed);
    return undefined;
  });
  return named;
}

/** An id that was cut or mistyped is told so, and not looked for as a name. */
function isMeantAsId(text: string): boolean {
  return kinds.has(text.slice(0, Math.max(0, text.indexOf('_'))));
}

function finderOf({ prefix }: Placed): Finder | undefined {
  const kind = kinds.get(prefix);
  return kind === undefined ? undefined : finders[kind];
}

/** Finders of the record at a place. Where any kind may, only its number tells a record from all others. */
function findersOf(placed: Placed): Finder[] {
  if (placed.prefix === anyPrefix) return numbered;
  return [finderOf(placed)].flatMap((finder) => finder ?? []);
}

const numbered = Object.values(finders).filter(({ exact = [] }) => exact.includes('number'));

/** The id of the one record of any kind that has this number. */
async function idOfAny(mcpContext: McpContext, caller: Caller, { text, pointer }: Placed): Promise<string | undefined> {
  const found = await Promise.all(
    numbered.map(async (finder) => {
      const list = mcpContext.toolbox.actions.get(finder.list)?.operation;
      if (list === undefined || refusalFor(caller.view, list) !== undefined) return [];
      const rows = (await rowsOf(mcpContext, caller, list, { number: text, fields: fieldsOf(finder) })) ?? [];
      return shownOf(mcpContext, caller, list, { input: {}, near: rows });
    }),
  );
  const id = onlyOf(found.flat());
  if (id !== undefined) return id;
  const message = 'There is no record with this number.';
  const hint = 'Write an id, or a number such as INV-2026-0042. Use search to find records by any known detail.';
  throw notFound({ detail: message, errors: [{ pointer, code: 'not_found', message }], hint });
}

/** The id of the one record that has this name; undefined where nobody could be asked about such a text. */
async function idOf(mcpContext: McpContext, caller: Caller, placed: Placed): Promise<string | undefined> {
  const finder = finderOf(placed);
  const list = mcpContext.toolbox.actions.get(finder?.list ?? '')?.operation;
  if (finder === undefined || list === undefined) return undefined;
  const kind = kinds.get(placed.prefix);
  const { keys, details = [] } = finder;
  const only = async (rows: readonly Row[]) =>
    onlyOf(rows.length < 2 ? rows : await shownOf(mcpContext, caller, list, { input: {}, near: shown(finder, rows) }));
  let near: readonly Row[] | undefined;
  for (const asked of waysToAsk(finder, placed.text)) {
    const rows = await rowsOf(mcpContext, caller, list, { ...asked, fields: [...fieldsOf(finder), ...details] });
    if (rows === undefined) continue;
    const meant = await only(rows.filter((row) => isCalled(row, [...keys, ...details], placed.text)));
    if (meant !== undefined) return meant;
    near = [...(near ?? []), ...shown(finder, rows)];
  }
  const part = await partOf(mcpContext, caller, finder, placed.text);
  if (part !== undefined) return part;
  if (kind !== undefined && near !== undefined) {
    const related = await rowsThroughKin(mcpContext, caller, kind, placed.text);
    const described = related.length > 0 ? related : await rowsDescribed(mcpContext, caller, { ...placed, kind });
    const meant = await only(described ?? []);
    if (meant !== undefined) return meant;
  }
  if (near === undefined) return undefined;
  const isOther = near.length === 0 || isShortList(finder);
  const candidates =
    isOther && kind !== undefined
      ? await nearNames(mcpContext, caller, kind, placed.text)
      : await shownOf(mcpContext, caller, list, { input: {}, near: near.slice(0, candidatesMax) });
  const message = `There is no such ${(kind ?? 'record').replaceAll('_', ' ')}.`;
  throw notFound({
    detail: message,
    errors: [{ pointer: placed.pointer, code: 'not_found', message }],
    hint: `Write an id, or one of: ${finder.keys.join(', ')}. Use ${finder.list} to find it.`,
    ...(candidates.length === 0 ? {} : { candidates }),
  });
}

/** The id of the only row, if there is one. */
function onlyOf(rows: readonly Row[]): string | undefined {
  if (rows.length > 1) throw ambiguousName({ candidates: rows.slice(0, candidatesMax) });
  const [only] = rows;
  return only === undefined ? undefined : String(only['id']);
}

/** Of each row what a refusal shows. */
function shown(finder: Finder, rows: readonly Row[]): Row[] {
  const fields = new Set(fieldsOf(finder));
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field))));
}

/** Finds records without a name by the name of their parent. */
async function partOf(
  mcpContext: McpContext,
  caller: Caller,
  finder: Finder,
  text: string,
): Promise<string | undefined> {
  const { list, partOf: whole, keys } = finder;
  const [parts, wholes] = [list, whole?.list ?? ''].map((name) => mcpContext.toolbox.actions.get(name)?.operation);
  if (whole === undefined || parts === undefined || wholes === undefined) return undefined;
  if (refusalFor(caller.view, wholes) !== undefined) return undefined;
  const found = await rowsOf(mcpContext, caller, wholes, { q: text, fields: ['id', whole.key] });
  const owner = onlyOf((found ?? []).filter((row) => isCalled(row, [whole.key], text)));
  if (owner === undefined) return undefined;
  return onlyOf((await rowsOf(mcpContext, caller, parts, { [whole.filter]: owner, fields: ['id', ...keys] })) ?? []);
}

function waysToAsk({ exact = [], words }: Finder, text: string): Arguments[] {
  const all = exact.length === 0 && words === undefined ? [{ limit: rowsMax }] : [];
  const texts = isReference(text) ? [text, spaceless(text)] : [text];
  const byWords = words === undefined ? [] : [...new Set(texts)].map((q) => ({ q, limit: rowsMax }));
  return [...exact.map((filter) => ({ [filter]: text })), ...byWords, ...all];
}
