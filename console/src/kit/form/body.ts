import { asText, type Field, listed, rowsOf, shownFields, signed, type Value, type Values } from './fields.ts';

/** What is typed, as it is sent: what was left empty is left out. */
export function bodyOf(fields: readonly Field[], values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of shownFields(fields, values)) {
    const { name, list, whole } = field;
    const value = sentOf(field, values[name]);
    if (value === null || value === undefined || (whole !== undefined && isNone(value))) continue;
    if (list === undefined) put(body, name, value);
    else add(body, list, value);
  }
  return body;
}

/** Fields of a list make it together. */
function add(body: Record<string, unknown>, list: string, value: unknown): void {
  body[list] = [...((body[list] ?? []) as readonly unknown[]), ...[value ?? []].flat()];
}

/** The body of a change: what differs from before, and null where something was emptied. */
export function changesOf(fields: readonly Field[], values: Values, before: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const isOther = ({ name }: Field) => JSON.stringify(values[name]) !== JSON.stringify(before[name]);
  const shown = shownFields(fields, values);
  const others = shown.filter(isOther);
  const wholes = new Set(others.map(({ whole }) => whole));
  const lists = new Set(others.flatMap(({ list }) => list ?? []));
  for (const field of shown) {
    const { name, whole, list } = field;
    const value = sentOf(field, values[name]) ?? null;
    if (list !== undefined) {
      if (lists.has(list)) add(body, list, value);
    } else if (isOther(field) || (whole !== undefined && wholes.has(whole))) put(body, name, value);
  }
  for (const whole of wholes) {
    if (whole !== undefined && isEmpty(body[whole])) body[whole] = null;
  }
  return body;
}

function isEmpty(whole: unknown): boolean {
  return (
    typeof whole === 'object' && whole !== null && Object.values(whole).every((part) => part === null || isNone(part))
  );
}

/** No lines. */
function isNone(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function sentOf({ kind = 'text', columns = [] }: Field, value: Value | undefined): unknown {
  if (kind === 'kept') return value;
  if (kind === 'yes') return value === true;
  if (kind === 'lines') return rowsOf(value).map((row) => bodyOf(columns, row));
  const text = asText(value).trim();
  if (kind === 'tags' || kind === 'many') return listed(text);
  if (text === '') return null;
  if (kind === 'money' || kind === 'number') return signed(text);
  return kind === 'whole' ? Number(text) : text;
}

function put(body: Record<string, unknown>, name: string, value: unknown): void {
  const [first = '', ...rest] = name.split('.');
  if (rest.length === 0) {
    body[first] = value;
    return;
  }
  const inside = (body[first] ?? {}) as Record<string, unknown>;
  body[first] = inside;
  put(inside, rest.join('.'), value);
}
