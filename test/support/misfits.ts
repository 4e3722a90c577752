import type { z } from 'zod';
import { wireSchema } from '../../src/doors/wire-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Deviations of a value from its published schema, as pointers with a reason. Stricter than JSON Schema in one thing: a
 * field that is not documented is a misfit, and so is a documented one that is missing.
 */
export function misfits(schema: z.ZodType, value: unknown): string[] {
  return misfitsOf(wireSchema(schema), value);
}

/** The same for a schema as it stands in the document. */
export function misfitsOf(schema: Schema, value: unknown): string[] {
  return walk(schema, value, '');
}

function walk(schema: Schema, value: unknown, at: string): string[] {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) {
    const tried = (choices as Schema[]).map((choice) => walk(choice, value, at));
    return tried.find((problems) => problems.length === 0) ?? tried.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(schema['allOf'])) return (schema['allOf'] as Schema[]).flatMap((one) => walk(one, value, at));
  if ('const' in schema) return schema['const'] === value ? [] : [`${at} is ${JSON.stringify(value)}`];
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value) ? [] : [`${at} is ${String(value)}`];
  const types = [schema['type'] ?? []].flat();
  if (types.length > 0 && !types.includes(typeOf(value)) && !(types.includes('number') && typeof value === 'number')) {
    return [`${at} is ${typeOf(value)}, not ${types.map(String).join(' or ')}`];
  }
  if (typeof value === 'string') return textMisfits(schema, value, at);
  if (Array.isArray(value)) return value.flatMap((item, index) => walk(itemsOf(schema), item, `${at}/${index}`));
  if (typeof value === 'object' && value !== null) return objectMisfits(schema, { ...value }, at);
  return [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/;

function textMisfits({ pattern, format, maxLength }: Schema, text: string, at: string): string[] {
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text)) return [`${at} does not match ${pattern}`];
  if (typeof maxLength === 'number' && text.length > maxLength) return [`${at} is longer than ${maxLength}`];
  if (format === 'date-time' && !instant.test(text)) return [`${at} is no instant: ${text}`];
  if (format === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return [`${at} is no day: ${text}`];
  return [];
}

function objectMisfits(schema: Schema, value: Readonly<Record<string, unknown>>, at: string): string[] {
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined;
  const others = schema['additionalProperties'];
  if (properties === undefined && others === undefined) return [];
  const required = (schema['required'] ?? []) as readonly string[];
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${at}/${name} is missing`),
    ...Object.entries(value).flatMap(([name, item]) => {
      const known = properties?.[name] ?? (typeof others === 'object' ? (others as Schema) : undefined);
      return known === undefined ? [`${at}/${name} is not documented`] : walk(known, item, `${at}/${name}`);
    }),
  ];
}

function itemsOf({ items }: Schema): Schema {
  return typeof items === 'object' && items !== null ? { ...items } : {};
}
