import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import { meantOf } from '../../core/nearest.ts';
import { cleanse } from '../../operation/cleanse.ts';
import type { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Arguments } from './arguments.ts';
import { type IdPlace, replaceTexts } from './naming/id-places.ts';
import { type JsonSchema, propertiesOf, stringsIn, wholeSchema } from './json-schema.ts';
import { dayMeant, amountMeant } from './written-values.ts';

/** A refusal, with the organisation's date and currency at that moment. */
type Refused = {
  readonly error: BusinessError;
  readonly today: Day;
  readonly currency?: string | undefined;
  /** Places of ids in the input: names there are resolved already, or are among the errors. */
  readonly places?: readonly IdPlace[];
};

/**
 * Arguments that would be accepted, where what is wrong has one mechanical repair: an amount written as a number or as
 * people write it, a number written as text, one value where a list is wanted, camelCase, a slip in a field or a
 * choice, a day in another order or by its name, a cursor of another list. Undefined otherwise: what needs a choice is
 * the model's to make.
 */
export function repaired(
  operation: Operation,
  input: Arguments,
  { error, places = [], ...around }: Refused,
): Arguments | undefined {
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
    else repairValue(changed, path, { taken: operation.input, schema, ...around, currency: currencyOf(input, around) });
  }
  if (isDeepStrictEqual(changed, input)) return undefined;
  const wrong = new Set(error.details.errors.map(({ pointer }) => pointer));
  const named = replaceTexts(changed, places, ({ prefix, pointer }) =>
    wrong.has(pointer) ? undefined : anyId(prefix),
  );
  return accepts(operation.input, named) ? changed : undefined;
}

/** Stands for the id that a name was found to be. */
function anyId(prefix: string): string {
  return `${prefix}_01h455vb4pex5vsknk084sn02q`;
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

/** Of the amounts of an input that says in which currency they are, that one. */
function currencyOf(input: Arguments, { currency }: { readonly currency?: string | undefined }): string | undefined {
  const said = input['currency'];
  return typeof said === 'string' && /^[A-Z]{3}$/.test(said) ? said : currency;
}

type Taking = {
  readonly taken: z.ZodType;
  readonly schema: JsonSchema;
  readonly today: Day;
  readonly currency: string | undefined;
};

/** Tries each other spelling of the value and keeps the first that the schema takes at this place. */
function repairValue(root: Record<string, unknown>, path: readonly string[], taking: Taking): void {
  const [parent, key] = placeOf(root, path);
  if (parent === undefined || key === undefined || !(key in parent)) return;
  const original = parent[key];
  const places = schemasAt(taking.schema, path);
  for (const spelling of [
    ...choicesMeant(original, places),
    ...spellingsOf(original, taking),
    ...asOnly(original, places),
  ]) {
    parent[key] = spelling;
    if (!faultAt(taking.taken, root, path)) return;
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

/** Schemas possible at a path: each of the alternatives. */
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

function spellingsOf(value: unknown, { today, currency }: Taking): unknown[] {
  if (typeof value === 'number') return [String(value), [value]];
  if (typeof value === 'string') {
    const trimmed = value.trim();
    if (trimmed === 'true' || trimmed === 'false') return [trimmed === 'true', [value]];
    const day = dayMeant(trimmed, today);
    if (day !== undefined) return [day];
    const amount = amountMeant(trimmed, currency);
    if (amount !== undefined && amount !== trimmed) return [amount];
    return /^-?\d{1,15}$/.test(trimmed) ? [Number(trimmed), [value]] : [[value]];
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? [[value]] : [];
}

/** A text as the one field that an object, or each of a list of them, cannot do without: `to` as `[{ email }]`. */
function asOnly(value: unknown, places: readonly JsonSchema[]): unknown[] {
  if (typeof value !== 'string') return [];
  return places.flatMap((place) => {
    const items = place['items'];
    const only = isSchema(items) ? onlyFieldOf(items) : undefined;
    return only === undefined ? [] : [[{ [only]: value }]];
  });
}

function onlyFieldOf(schema: JsonSchema): string | undefined {
  const required = stringsIn(schema['required']);
  return required.length === 1 ? required[0] : undefined;
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
