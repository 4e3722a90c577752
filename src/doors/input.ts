import { z } from 'zod';
import { validationFailed } from '../operation/errors.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

/** Path, query and body as the one flat input an operation takes. A field may come from one of them only. */
export function inputFrom(parts: {
  params: object;
  query: object;
  body: object;
  shape: Shape;
}): Record<string, unknown> {
  const query = coerceTexts(parts.query, parts.shape);
  const input: Record<string, unknown> = { ...query, ...parts.body, ...parts.params };
  const expected = Object.keys(query).length + Object.keys(parts.body).length + Object.keys(parts.params).length;
  if (Object.keys(input).length !== expected) {
    const twice = Object.keys(parts.body).find((key) => key in parts.params || key in query) ?? '';
    throw givenTwice(twice, 'This field is already given in the path or query.');
  }
  return input;
}

/**
 * `a=1&b[gte]=2&c=x,y` as the types its schema wants. What does not convert stays text, and validation says what is
 * wrong.
 */
export function coerceTexts(query: object, shape: Shape): Record<string, unknown> {
  // Without a prototype, `__proto__` is a field like any other, and refused like any other that is unknown.
  const nested: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(query)) {
    const bracket = /^([a-z_]+)\[([^[\]]+)\]$/.exec(key);
    const [, name = key, inner] = bracket ?? [];
    if (inner !== undefined)
      nested[name] = { ...boundsSoFar(name, nested[name]), [inner]: coerce(value, boundOf(shape[name], inner)) };
    else if (key in nested) throw givenTwice(key, 'Give this field as a value or with bounds, not both.');
    else nested[key] = coerce(value, shape[key]);
  }
  return nested;
}

/** `total=1&total[gt]=2` would otherwise lose one of the two without a word. */
function boundsSoFar(name: string, value: unknown): object {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw givenTwice(name, 'Give this field as a value or with bounds, not both.');
}

function givenTwice(field: string, message: string): Error {
  return validationFailed({ errors: [{ pointer: `/${field}`, code: 'given_twice', message }], hint: message });
}

function coerce(value: unknown, schema: z.ZodType | undefined): unknown {
  if (schema === undefined) return value;
  const inner = innermost(schema);
  // A value or bounds: as a text it is the value.
  if (inner instanceof z.ZodUnion) return coerce(value, inner.options[0] as z.ZodType);
  if (inner instanceof z.ZodArray && (Array.isArray(value) || typeof value === 'string')) {
    // `tag=a&tag=b` says the same as `tag=a,b`.
    return [value].flat().flatMap((one) => itemsOf(String(one), inner.element as z.ZodType));
  }
  if (typeof value !== 'string') return value;
  if (inner instanceof z.ZodNumber || areNumbers(inner)) return /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (inner instanceof z.ZodBoolean) return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}

/** One of a few numbers. */
function areNumbers(schema: z.ZodType): boolean {
  return schema instanceof z.ZodLiteral && [...schema.values].every((value) => typeof value === 'number');
}

/** For filters that take either a value or bounds. */
function boundOf(schema: z.ZodType | undefined, bound: string): z.ZodType | undefined {
  const inner = schema === undefined ? undefined : innermost(schema);
  const options = inner instanceof z.ZodUnion ? inner.options : [];
  const bounds = options.find((option) => option instanceof z.ZodObject);
  return bounds === undefined ? undefined : (bounds.shape[bound] as z.ZodType | undefined);
}

function itemsOf(list: string, schema: z.ZodType): unknown[] {
  return list.split(',').map((one) => coerce(one, schema));
}

function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return innermost(schema.unwrap() as z.ZodType);
  }
  return schema;
}
