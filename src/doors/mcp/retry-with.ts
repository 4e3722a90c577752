import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { meantOf } from '../../core/nearest.ts';
import { cleanse } from '../../operation/cleanse.ts';
import type { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { type JsonSchema, propertiesOf, stringsIn, wholeSchema } from './json-schema.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Arguments that would be accepted, where what is wrong has one mechanical repair: an amount written as a number, a
 * number written as text, one value where a list is wanted, camelCase, a slip in a field or a choice, a day in another
 * order, a cursor of another list. Undefined otherwise: what needs a choice is the model's to make.
 */
export function repaired(operation: Operation, input: Arguments, error: BusinessError): Arguments | undefined {
  if (error.kind.code === 'invalid_cursor') {
    const { cursor: _, ...rest } = input;
    return rest;
  }
  if (error.kind.code !== 'validation_failed' || error.details.errors === undefined) return undefined;
  const changed = structuredClone(input) as Record<string, unknown>;
  const schema = wholeSchema(operation.input);
  for (const { pointer, code } of error.details.errors) {
    const path = pointer.split('/').slice(1).map(unescapePart);
    if (code === 'unknown_field') rename(changed, path, schema);
    else repairValue(changed, path, { taken: operation.input, schema });
  }
  if (isDeepStrictEqual(changed, input)) return undefined;
  return accepts(operation.input, changed) ? changed : undefined;
}

function accepts(schema: z.ZodType, input: unknown): boolean {
  try {
    return schema.safeParse(cleanse(input)).success;
  } catch {
    return false;
  }
}

function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** To snake_case, or to the field that it nearly is. */
function rename(root: Record<string, unknown>, path: readonly string[], schema: JsonSchema): void {
  const [parent, key] = placeOf(root, path);
  if (parent === undefined || key === undefined || Array.isArray(parent) || !(key in parent)) return;
  const snake = key.replaceAll(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
  const fields = schemasAt(schema, path.slice(0, -1)).flatMap((place) => Object.keys(propertiesOf(place)));
  const name = fields.includes(snake) ? snake : meantOf(snake, fields);
  if (name === undefined || name === key || name in parent) return;
  parent[name] = parent[key];
  delete parent[key];
}

type Taking = { readonly taken: z.ZodType; readonly schema: JsonSchema };

/** Tries each other spelling of the value and keeps the first that the schema takes at this place. */
function repairValue(root: Record<string, unknown>, path: readonly string[], { taken, schema }: Taking): void {
  const [parent, key] = placeOf(root, path);
  if (parent === undefined || key === undefined || !(key in parent)) return;
  const original = parent[key];
  for (const spelling of [...choicesMeant(original, schemasAt(schema, path)), ...spellingsOf(original)]) {
    parent[key] = spelling;
    if (!faultAt(taken, root, path)) return;
  }
  parent[key] = original;
}

/** The choice that was nearly written, by itself or as the one item of a list. */
function choicesMeant(value: unknown, schemas: readonly JsonSchema[]): unknown[] {
  if (typeof value !== 'string') return [];
  const meant = (inner: readonly JsonSchema[]) =>
    meantOf(
      value,
      inner.flatMap(({ enum: choices }) => stringsIn(choices)),
    );
  const items = schemas.flatMap(({ items: item }) => (isSchema(item) ? optionsOf(item) : []));
  const [single, listed] = [meant(schemas), meant(items)];
  return [...(single === undefined ? [] : [single]), ...(listed === undefined ? [] : [[listed]])];
}

/** What may stand at a place: each of the choices that a schema leaves there. */
function schemasAt(schema: JsonSchema, path: readonly string[]): JsonSchema[] {
  return path.reduce<JsonSchema[]>(
    (schemas, part) =>
      schemas.flatMap((outer) => {
        const properties = propertiesOf(outer);
        const inner = Object.hasOwn(properties, part) ? properties[part] : outer['items'];
        return isSchema(inner) ? optionsOf(inner) : [];
      }),
    optionsOf(schema),
  );
}

function optionsOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? anyOf.filter(isSchema).flatMap(optionsOf) : [schema];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function spellingsOf(value: unknown): unknown[] {
  if (typeof value === 'number') return [String(value), [value]];
  if (typeof value === 'string') {
    const trimmed = value.trim();
    if (trimmed === 'true' || trimmed === 'false') return [trimmed === 'true', [value]];
    const day = dayMeant(trimmed);
    if (day !== undefined) return [day];
    return /^-?\d{1,15}$/.test(trimmed) ? [Number(trimmed), [value]] : [[value]];
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? [[value]] : [];
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].{0,30})?$/;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;

/** A day in another order of its parts, where the parts leave one order: 03/04/2026 is either of two days. */
function dayMeant(text: string): string | undefined {
  const [, year, ...rest] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return dayOf([year, ...rest]);
  const [, day, month, dottedYear] = dotted.exec(text) ?? [];
  if (dottedYear !== undefined) return dayOf([dottedYear, month, day]);
  const [, one = '', other = '', slashedYear] = slashed.exec(text) ?? [];
  if (slashedYear === undefined || (Number(one) <= 12 && Number(other) <= 12 && one !== other)) return undefined;
  return dayOf(Number(one) > 12 ? [slashedYear, other, one] : [slashedYear, one, other]);
}

function dayOf(parts: readonly (string | undefined)[]): string {
  return parts.map((part = '') => part.padStart(2, '0')).join('-');
}

function faultAt(schema: z.ZodType, input: unknown, path: readonly string[]): boolean {
  const parsed = schema.safeParse(input);
  if (parsed.success) return false;
  return parsed.error.issues.some((issue) => path.every((part, index) => String(issue.path[index]) === part));
}

/** The object that holds the last part of the path. */
function placeOf(
  root: Record<string, unknown>,
  path: readonly string[],
): [Record<string, unknown> | undefined, string | undefined] {
  let place: unknown = root;
  for (const part of path.slice(0, -1)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, part)) return [undefined, undefined];
    place = (place as Record<string, unknown>)[part];
  }
  return typeof place === 'object' && place !== null
    ? [place as Record<string, unknown>, path.at(-1)]
    : [undefined, undefined];
}
