import type { Problem } from '../api/call.ts';
import { filled, language, refusals, words } from '../words/index.ts';
import { isDay, longDay, money, plain } from './values.ts';

/** A refusal in a sentence for people, in their language where the catalogue has it. */
export function said(problem: Problem): string {
  const { status, code, hint, detail, title } = problem;
  if (status === 0) return words.value.offline;
  // Sent twice and typed in between: what was sent first had arrived, and nobody heard of it.
  if (code === 'idempotency_key_reused') return words.value.unsent.arrived;
  // The service says it in English, and may say more of this one refusal.
  if (language.value === 'en' && hint !== undefined && isForPeople(hint)) return hint;
  return textOf(problem) ?? (hint !== undefined && isForPeople(hint) ? hint : (detail ?? title));
}

/** By field: `/address/city` of the service is `address.city` here, and `/emails/1` is of `emails` as a whole, too. */
export function faultsByField({ errors = [] }: Problem): readonly (readonly [string, string])[] {
  return errors.flatMap(({ pointer, message, line, column }) => {
    const text = typeof line === 'number' ? `${line}:${column ?? 1} ${message}` : message;
    return placesOf(pointer).map((place) => [place, text] as const);
  });
}

const placesOf = (pointer: string): readonly string[] =>
  [pointer, pointer.replace(/\/\d+$/, '')].map((place) => place.slice(1).replaceAll('/', '.'));

type Shown = { readonly name: string; readonly columns?: readonly { readonly name: string }[] };

/** Without what fields that are shown say themselves: above the form it would stand without their names. */
export function besideFields(problem: Problem, fields: readonly Shown[]): Problem {
  const { errors = [], hint, ...rest } = problem;
  const isShown = (place: string) =>
    fields.some(
      ({ name, columns = [] }) =>
        place === name || columns.some((one) => place.startsWith(`${name}.`) && place.endsWith(`.${one.name}`)),
    );
  const left = errors.filter(({ pointer }) => !placesOf(pointer).some(isShown));
  const isTold = errors.some((one) => one.message === hint && !left.includes(one));
  const kept = isTold ? left[0]?.message : hint;
  return { ...rest, errors: left, ...(kept !== undefined && { hint: kept }) };
}

/** Hints that name fields, operations or addresses are for programs. */
const isForPeople = (hint: string): boolean => !/`|\b[a-z]+_[a-z_]+\b|\b(?:GET|POST) \//.test(hint);

/** Undefined where the catalogue has no text, or a value that it names was not told. */
function textOf(problem: Problem): string | undefined {
  const text = refusals.value[problem.code];
  const names = [...(text?.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name = '']) => name);
  if (text === undefined || names.some((name) => !['string', 'number'].includes(typeof problem[name])))
    return undefined;
  return filled(text, Object.fromEntries(names.map((name) => [name, shown(problem, String(problem[name]))])));
}

function shown({ currency }: Problem, value: string): string {
  if (isDay(value)) return longDay(value);
  if (!/^-?\d+\.\d+$/.test(value)) return value;
  return typeof currency === 'string' ? money(value, currency) : plain(value);
}
