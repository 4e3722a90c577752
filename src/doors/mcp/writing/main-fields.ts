import { estimatedTokens } from '../measure.ts';
import { pruned } from '../plain-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Of a record, which can be read again; what a call did is told once, and gets more room. Both leave some for what
 * comes next, and for the ways to the rest and back.
 */
const tokensMax = { record: 105, result: 150 };
/** A longer name tells no more. */
const nameLengthMax = 80;
/** Longer texts, such as that of a mail, are known to whoever wrote them. */
const textLengthMax = 200;

type Kind = keyof typeof tokensMax;

export type Main = {
  readonly fields: Fields;
  /** Rows of each list that found no room. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Nothing but empty fields is missing. */
  readonly isWhole: boolean;
};

/**
 * The main fields of what a write answers: which record it is, how it stands, what it comes to, and what to heed. Of a
 * result, such as the rows that a call has matched, as much as there is room for.
 */
export function mainFields(output: unknown, kind: Kind): Main {
  // Of what a call did an empty list is an answer too.
  const all = Object.entries(pruned(output) as Fields).filter(([, value]) => kind === 'result' || !isEmptyList(value));
  const whole = Object.fromEntries(all);
  if (tokensOf(whole) <= tokensMax.record) return { fields: whole, leftOut: {}, isWhole: true };
  const ranked = all.map(([key, value]) => ({ key, value: short(key, value), rank: rankOf(key, value, kind) }));
  const chosen = new Map<string, unknown>();
  let room = tokensMax[kind];
  for (const rank of [0, 1, 2]) {
    for (const { key, value } of ranked.filter((one) => one.rank === rank)) {
      const isHeeded = heeded.test(key);
      const fitting = rank === 0 && !Array.isArray(value) ? value : fitted({ key, value, room, isHeeded });
      if (fitting === undefined) continue;
      chosen.set(key, fitting);
      // A warning takes no room from what leads on.
      if (!isHeeded || !Array.isArray(fitting)) room -= tokensOf({ [key]: fitting });
    }
  }
  const inOrder = all.filter(([key]) => chosen.has(key)).map(([key]) => [key, chosen.get(key)] as const);
  const leftOut = all.flatMap(([key, value]) => {
    const shown = chosen.get(key);
    const left = Array.isArray(value) ? value.length - (Array.isArray(shown) ? shown.length : 0) : 0;
    return left > 0 && (kind === 'result' || chosen.has(key)) ? [[key, left] as const] : [];
  });
  return { fields: Object.fromEntries(inOrder), leftOut: Object.fromEntries(leftOut), isWhole: false };
}

const identity =
  /^(?:id|number|code|sku|name|title|filename|email|recipient|version|(?:client|supplier|display|payee)_name)$/;
const standing =
  /^(?:type|kind|state|(?:payment_|mail_)?status|match_state|deleted|ok|total|amount|currency|amount_due|difference)$/;
/** Of a record within an answer. */
const inner = /^(?:id|number|code|sku|name|title|display_name|recipient|state|status|total|amount|detail|hint)$/;
/** Nobody who wrote may miss these, and some are told only once. */
const heeded = /warning|problem|error|refused|failed|failure|gaps|has_more|^next_|url|token|secret/;
/** Records that a write makes or changes beside its own. */
const kin =
  /^(?:\w+_)?(?:sale|document|job|payment|invoice|expense|entry|quote|refund|return|merged_into|entry_number)_?id$/;
const daysAndQuantities = /^(?:due_date|valid_until|\w+_date|through|quantity|balance_after)$/;
/** Says who, where and when, which whoever wrote knows. */
const known = /^(?:organization_id|created_\w+|updated_\w+|metadata|custom_fields|tags|snapshot)$/;

/** Undefined for what is left out. */
function rankOf(key: string, value: unknown, kind: Kind): number | undefined {
  if (known.test(key)) return undefined;
  if (identity.test(key) || standing.test(key) || heeded.test(key)) return 0;
  if (kind === 'record') {
    if (typeof value === 'object') return isMade(key, value) ? 1 : undefined;
    return kin.test(key) ? 1 : daysAndQuantities.test(key) ? 2 : undefined;
  }
  if (typeof value === 'string' && value.length > textLengthMax) return undefined;
  return typeof value === 'object' ? 2 : 1;
}

/** Another record beside the own one, such as the sale that a quote has become. */
function isMade(key: string, value: unknown): boolean {
  return !key.endsWith('_by') && typeof value === 'object' && value !== null && 'id' in value && 'status' in value;
}

/** Records within are told as what leads to them. */
function short(key: string, value: unknown): unknown {
  if (typeof value === 'string') {
    const isName = identity.test(key) && value.length > nameLengthMax;
    return isName ? `${value.slice(0, nameLengthMax)}…` : value;
  }
  if (Array.isArray(value)) return value.toSorted(troubleFirst).map((item) => short('', item));
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.entries(value);
  const isRecord = inside.some(([name]) => name === 'id' || name === 'version');
  const shown = inside.filter(([name]) => !isRecord || inner.test(name) || heeded.test(name));
  return Object.fromEntries(shown.map(([name, item]) => [name, short(name, item)]));
}

type Part = { readonly key: string; readonly value: unknown; readonly room: number; readonly isHeeded: boolean };

/** The value, or as many of its rows as there is room for; the first warning is told even where there is none. */
function fitted({ key, value, room, isHeeded }: Part): unknown {
  if (!Array.isArray(value)) return tokensOf({ [key]: value }) <= room ? value : undefined;
  const rows: unknown[] = [];
  for (const row of value) {
    const isFirst = isHeeded && rows.length === 0;
    if (!isFirst && tokensOf({ [key]: [...rows, row] }) > room) break;
    rows.push(row);
  }
  return rows.length === 0 && value.length > 0 ? undefined : rows;
}

function troubleFirst(one: unknown, other: unknown): number {
  return Number(isTrouble(other)) - Number(isTrouble(one));
}

function isTrouble(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const { ok, open, problem, error } = row as Fields;
  return ok === false || (typeof open === 'number' && open > 0) || Boolean(problem) || Boolean(error);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function tokensOf(value: unknown): number {
  return estimatedTokens(JSON.stringify(value));
}
