import { html, type Html } from '../public-page/html.ts';
import { said } from './reader.ts';
import type { ConsoleSession } from './screen.ts';

export type Fields = Readonly<Record<string, unknown>>;

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const decimal = /^-?\d+(?:\.\d+)?$/;
const amounts = /(?:^|_)(?:total|amount|balance|price)(?:_|$)/;

/** A value that fits on a line. */
export function isPlain(value: unknown): value is string | number | boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';
}

/** A field of a record as people read it: days and times of theirs, amounts in the currency of the record. */
export function valueOf({ reader }: ConsoleSession, name: string, value: unknown, record: Fields = {}): Html {
  if (value === null || value === undefined || value === '') return html`–`;
  if (typeof value !== 'string') return said(JSON.stringify(value));
  if (day.test(value)) return html`${reader.day(value)}`;
  if (instant.test(value)) return reader.when(value);
  const currency = record['currency'] ?? record['base_currency'];
  if (amounts.test(name) && decimal.test(value) && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) {
    return html`${reader.money(value, currency)}`;
  }
  return said(value);
}

export type Change = { readonly field: string; readonly before: unknown; readonly after: unknown };

/** Change of one field in a sentence of a preview; undefined where it was cut short, or is none. */
export function changeIn(sentence: string): Change | undefined {
  const [, field = '', rest = ''] = /^Changes ([\w.]+) from (.*)\.$/s.exec(sentence) ?? [];
  if (field === '') return undefined;
  for (let at = rest.indexOf(' to '); at >= 0; at = rest.indexOf(' to ', at + 1)) {
    const [before, after] = [parsed(rest.slice(0, at)), parsed(rest.slice(at + 4))];
    if (before !== undefined && after !== undefined) return { field, before: before.value, after: after.value };
  }
  return undefined;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** In a line, which record it is about: its number or name, whom it concerns, and how much. */
export function glimpseOf(session: ConsoleSession, record: Fields): Html | undefined {
  const [first, second] = ['number', 'display_name', 'name', 'title', 'client_name', 'supplier_name'].flatMap(
    (name) => {
      const value = record[name];
      return typeof value === 'string' && value !== '' ? [said(value.slice(0, 100))] : [];
    },
  );
  const total = ['total', 'amount'].find((name) => typeof record[name] === 'string') ?? '';
  const parts = [first, second, total === '' ? undefined : valueOf(session, total, record[total], record)];
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  return html`${known.map((part, index) => (index === 0 ? part : html` · ${part}`))}`;
}
