import { folded } from '../../core/fold.ts';
import { ambiguousName } from '../../modules/sales/index.ts';
import { BusinessError, notFound } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run } from '../../operation/run.ts';
import { type Prefixed, prefixes } from '../../wire/index.ts';
import type { Action } from './action.ts';
import { type Placed, replaceTexts } from './id-places.ts';
import type { Arguments, Caller, Desk } from './perform.ts';
import { refusalFor } from './view.ts';

/** How people name a kind of record, and the list that finds it by that. */
export type Finder = {
  readonly list: string;
  /** Filters that take the whole of it, tried before a search by words or a look at all there are. */
  readonly exact?: readonly string[];
  readonly words?: true;
  /** Fields that it is known by; what was written has to be one of them, whatever its case and accents. */
  readonly keys: readonly string[];
  /** What else tells those of one name apart. */
  readonly also?: readonly string[];
  /** Whose name stands for it where that has only one: the list that finds that, and the filter that takes its id. */
  readonly partOf?: { readonly list: string; readonly filter: string; readonly key: string };
};

const ofProduct = { list: 'list_products', filter: 'product_id', key: 'name' };

export const finders: Partial<Readonly<Record<Prefixed, Finder>>> = {
  client: { list: 'list_clients', exact: ['number', 'email'], words: true, keys: ['number', 'display_name', 'email'] },
  client_group: { list: 'list_client_groups', words: true, keys: ['name'] },
  product: { list: 'list_products', words: true, keys: ['name'] },
  variant: {
    list: 'list_variants',
    exact: ['sku', 'barcode'],
    words: true,
    keys: ['sku', 'barcode', 'full_name'],
    partOf: ofProduct,
  },
  product_category: { list: 'list_product_categories', keys: ['name'] },
  price_list: { list: 'list_price_lists', words: true, keys: ['name'] },
  tax_rate: { list: 'list_tax_rates', keys: ['name', 'code'] },
  location: { list: 'list_locations', keys: ['name', 'code'] },
  stock_count: { list: 'list_stock_counts', exact: ['number'], keys: ['number'] },
  transfer: { list: 'list_stock_transfers', exact: ['number'], keys: ['number'] },
  sale: { list: 'list_sales', exact: ['number'], words: true, keys: ['number'] },
  payment: { list: 'list_payments', exact: ['number'], words: true, keys: ['number'] },
  refund: { list: 'list_refunds', exact: ['number'], words: true, keys: ['number'] },
  money_transfer: { list: 'list_transfers', exact: ['number'], words: true, keys: ['number'] },
  payment_method: { list: 'list_payment_methods', keys: ['name', 'kind'] },
  document: { list: 'list_documents', exact: ['number'], words: true, keys: ['number'] },
  document_template: { list: 'list_document_templates', words: true, keys: ['name'] },
  other_document: { list: 'list_other_documents', words: true, keys: ['title'] },
  recurring_document: { list: 'list_recurring_documents', keys: ['name'] },
  expense: { list: 'list_expenses', exact: ['number'], words: true, keys: ['number'] },
  supplier_payment: { list: 'list_supplier_payments', exact: ['number'], words: true, keys: ['number'] },
  expense_category: { list: 'list_expense_categories', keys: ['name'] },
  recurring_expense: { list: 'list_recurring_expenses', keys: ['name'] },
  account: { list: 'list_accounts', exact: ['code'], words: true, keys: ['code', 'name'] },
  journal_entry: { list: 'list_journal_entries', exact: ['number'], words: true, keys: ['number'] },
  member: { list: 'list_members', words: true, keys: ['email', 'name'] },
  role: { list: 'list_roles', keys: ['name'] },
  invite: { list: 'list_invites', words: true, keys: ['email'], also: ['status', 'created_at'] },
  series: { list: 'list_numbering_series', keys: ['record_type'] },
  exchange_rate: { list: 'list_exchange_rates', exact: ['currency'], keys: ['currency'], also: ['rate_date', 'rate'] },
  reservation: { list: 'list_stock_reservations', keys: ['sku', 'name'], also: ['status', 'quantity', 'created_at'] },
  file: { list: 'list_files', words: true, keys: ['name'], also: ['folder', 'created_at'] },
  import: { list: 'list_imports', keys: ['filename'], also: ['kind', 'state', 'created_at'] },
  custom_field: { list: 'list_custom_fields', keys: ['key', 'label'] },
  notification: { list: 'list_notifications', keys: ['label'], also: ['title', 'created_at'] },
  saved_filter: { list: 'list_saved_filters', keys: ['name'] },
  webhook: { list: 'list_webhooks', keys: ['url', 'description'] },
  approval: { list: 'list_approvals', exact: ['action'], keys: ['action'], also: ['status', 'created_at'] },
  job: { list: 'list_jobs', exact: ['kind'], keys: ['kind'], also: ['state', 'created_at'] },
};

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as Prefixed]));
const namesMax = 20;
const candidatesMax = 5;
const rowsMax = 100;

/**
 * Puts ids where records are named as people name them: by number, SKU, code or name. Each is looked for by the list
 * that the caller could ask as well, with the caller's own rights. Never guesses: what fits none is not found, with
 * what comes near, and what fits several is refused with them.
 */
export async function withIds(desk: Desk, caller: Caller, { places }: Action, input: Arguments): Promise<Arguments> {
  const named = namesIn(input, places, caller, desk);
  if (named.size === 0 || named.size > namesMax) return input;
  await caller.charge(named.size);
  const ids = new Map(
    await Promise.all(
      [...named].map(async ([key, placed]): Promise<[string, string | undefined]> => [
        key,
        await idOf(desk, caller, placed),
      ]),
    ),
  );
  return replaceTexts(input, places, (placed) => ids.get(keyOf(placed)));
}

function keyOf({ prefix, text }: Placed): string {
  return `${prefix} ${text}`;
}

/** Each name once, at the first place that has it. */
function namesIn(input: Arguments, places: Action['places'], { view }: Caller, { toolbox: { actions } }: Desk) {
  const named = new Map<string, Placed>();
  replaceTexts(input, places, (placed) => {
    const list = actions.get(finderOf(placed)?.list ?? '')?.operation;
    const isName = placed.text.trim() !== '' && !isMeantAsId(placed.text);
    const mayLook = list !== undefined && refusalFor(view, list) === undefined;
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

type Row = Readonly<Record<string, unknown>>;

/** The id of the one record that has this name; undefined where nobody could be asked about such a text. */
async function idOf(desk: Desk, caller: Caller, placed: Placed): Promise<string | undefined> {
  const finder = finderOf(placed);
  const list = desk.toolbox.actions.get(finder?.list ?? '')?.operation;
  if (finder === undefined || list === undefined) return undefined;
  let near: readonly Row[] | undefined;
  for (const asked of waysToAsk(finder, placed.text)) {
    const rows = await rowsOf(desk, caller, list, { ...asked, fields: ['id', ...finder.keys, ...(finder.also ?? [])] });
    if (rows === undefined) continue;
    const meant = onlyOf(rows.filter((row) => finder.keys.some((key) => isSame(row[key], placed.text))));
    if (meant !== undefined) return meant;
    near = [...(near ?? []), ...rows];
  }
  const part = await partOf(desk, caller, finder, placed.text);
  if (part !== undefined) return part;
  if (near === undefined) return undefined;
  const message = `There is no such ${(kinds.get(placed.prefix) ?? 'record').replaceAll('_', ' ')}.`;
  throw notFound({
    detail: message,
    errors: [{ pointer: placed.pointer, code: 'not_found', message }],
    hint: `Write an id, or one of: ${finder.keys.join(', ')}. ${finder.list} finds it.`,
    ...(near.length === 0 ? {} : { candidates: near.slice(0, candidatesMax) }),
  });
}

/** The id of the only row, if there is one. */
function onlyOf(rows: readonly Row[]): string | undefined {
  if (rows.length > 1) throw ambiguousName({ candidates: rows.slice(0, candidatesMax) });
  const [only] = rows;
  return only === undefined ? undefined : String(only['id']);
}

/** What has no name of its own, found by the name of what it is a part of. */
async function partOf(desk: Desk, caller: Caller, finder: Finder, text: string): Promise<string | undefined> {
  const { list, partOf: whole, keys } = finder;
  const [parts, wholes] = [list, whole?.list ?? ''].map((name) => desk.toolbox.actions.get(name)?.operation);
  if (whole === undefined || parts === undefined || wholes === undefined) return undefined;
  if (refusalFor(caller.view, wholes) !== undefined) return undefined;
  const found = await rowsOf(desk, caller, wholes, { q: text, fields: ['id', whole.key] });
  const owner = onlyOf((found ?? []).filter((row) => isSame(row[whole.key], text)));
  if (owner === undefined) return undefined;
  return onlyOf((await rowsOf(desk, caller, parts, { [whole.filter]: owner, fields: ['id', ...keys] })) ?? []);
}

function waysToAsk({ exact = [], words }: Finder, text: string): Arguments[] {
  const all = exact.length === 0 && words === undefined ? [{ limit: rowsMax }] : [];
  return [...exact.map((filter) => ({ [filter]: text })), ...(words ? [{ q: text, limit: rowsMax }] : []), ...all];
}

/** Undefined where the list does not take such a text. */
async function rowsOf(
  { runtime }: Desk,
  { view, origin }: Caller,
  list: Operation,
  input: Arguments,
): Promise<readonly Row[] | undefined> {
  if (!list.input.safeParse(input).success) return undefined;
  try {
    const { output } = await run(runtime, list, { actor: view.credential.actor, origin, input });
    // Every list answers so.
    return (output as { readonly data: readonly Row[] }).data;
  } catch (error) {
    if (error instanceof BusinessError && error.kind.status === 422) return undefined;
    throw error;
  }
}

function isSame(value: unknown, text: string): boolean {
  return typeof value === 'string' && folded(value.trim()) === folded(text.trim());
}
