import { createHash } from 'node:crypto';
import { ascending } from '../../../core/order.ts';
import type { WriteOutcome } from '../../../operation/operation.ts';
import { uuidFrom } from '../../../wire/type-id.ts';

/** Content of a plan beside the call itself: effects on books, stock and mail. */
type Effects = { readonly journal: unknown; readonly stock: unknown };

/**
 * A digest of what a write would do and of the world it was worked out from: what it answers, the record before with
 * its version, what it posts and moves. Two runs of the same request have the same plan unless something that matters
 * has changed between them. Instants, ids and numbers that a run makes up are not in it, nor who acts, nor days from
 * today on that the request does not name: those go with the day that it is done.
 */
export function planOf(outcome: WriteOutcome, effects: Effects, today: string): Buffer {
  const { operation, request } = outcome;
  const said = JSON.stringify(request.input) ?? '';
  const isSteps = operation.steps === true;
  const made = isSteps ? { steps: outcome.parts.map(madeBy), ...effects } : { ...madeBy(outcome), ...effects };
  const names = new Map<string, string>();
  const view = { said, today, ids: new Set(outcome.ids), names, secret: new Set(operation.secretInput) };
  const taken = [outcome, ...outcome.parts].flatMap(takenBy);
  for (const number of [...taken, ...numbersIn(made, view)]) names.set(number, `#${names.size}`);
  const plan = [operation.name, sorted(request.input), plain(made, view)];
  return createHash('sha256').update(JSON.stringify(plan)).digest();
}

function madeBy({ output, before = null, events, jobs }: WriteOutcome): object {
  return { output, before, events: events.map(({ type }) => type), jobs };
}

type View = {
  readonly said: string;
  readonly today: string;
  readonly ids: ReadonlySet<string>;
  /** Placeholders for ids and numbers, which differ between runs. */
  readonly names: Map<string, string>;
  readonly secret: ReadonlySet<string>;
};

const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;
const day = /^\d{4}-\d{2}-\d{2}$/;
/** Of what has ids and instants in it. */
const hash = /\b[0-9a-f]{64}\b/g;
const typeId = /\b[a-z]{2,10}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

function plain(value: unknown, view: View): unknown {
  if (typeof value === 'string') return plainText(value, view);
  if (Array.isArray(value)) return value.map((item: unknown) => plain(item, view));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([key]) => !key.endsWith('_by') && !view.secret.has(key));
  return entries.toSorted(ascending(([key]) => key)).map(([key, item]) => [key, plain(item, view)]);
}

function plainText(text: string, view: View): string {
  const { said, today, names } = view;
  if (day.test(text)) return text < today || said.includes(text) ? text : 'day';
  const known = names.get(text);
  if (known !== undefined) return known;
  let shown = text.replaceAll(instant, (found) => (said.includes(found) ? found : 'instant'));
  shown = shown.replaceAll(hash, (found) => (said.includes(found) ? found : 'hash'));
  shown = shown.replaceAll(typeId, (found) => (isNew(found, view) ? nameOf(found, names) : found));
  for (const [made, name] of names) if (shown.includes(made)) shown = shown.replaceAll(made, name);
  return shown;
}

function isNew(id: string, { ids }: View): boolean {
  const uuid = uuidFrom(id.slice(0, id.lastIndexOf('_')), id);
  return uuid !== undefined && ids.has(uuid);
}

function nameOf(found: string, names: Map<string, string>): string {
  const name = names.get(found) ?? `#${names.size}`;
  names.set(found, name);
  return name;
}

/** The number that a record had not before, such as that of a draft that is issued. */
function takenBy({ output, before }: WriteOutcome): string[] {
  const [number, old] = [numberOf(output), numberOf(before)];
  return number === undefined || number === old ? [] : [number];
}

function numberOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null || !('number' in record)) return undefined;
  return typeof record.number === 'string' ? record.number : undefined;
}

/** Numbers that records of this run took, which others may have taken by the next. */
function numbersIn(value: unknown, view: View): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap((item: unknown) => numbersIn(item, view));
  const number = numberOf(value);
  const isMade = 'id' in value && typeof value.id === 'string' && isNew(value.id, view);
  return number === undefined || !isMade ? inner : [number, ...inner];
}

/** The same whatever the order of keys. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).toSorted(ascending(([key]) => key));
  return entries.map(([key, item]) => [key, sorted(item)]);
}
