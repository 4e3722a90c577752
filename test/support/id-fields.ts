import { wireSchema } from '../../src/doors/wire-schema.ts';
import type { Operation } from '../../src/operation/operation.ts';

export type Schema = Readonly<Record<string, unknown>>;
type Json = Record<string, unknown>;

/** A place in an operation's input that takes the id of a record: `lines`, any, `variant_id` takes `variant`. */
export type IdField = { readonly path: readonly string[]; readonly prefix: string };

const example = /^([a-z]+)_01h455vb4pex5vsknk084sn02q$/;

/** Every place of the input that takes an id, however deep, read off the published schema. */
export function idFields({ input }: Operation): IdField[] {
  return find(wireSchemaOf(input), []);
}

function find(schema: Schema, path: readonly string[]): IdField[] {
  const examples = Array.isArray(schema['examples']) ? schema['examples'] : [];
  // A field for ids of any kind has several examples.
  const prefix = examples.length > 1 ? undefined : example.exec(String(examples[0]))?.[1];
  if (prefix !== undefined) return [{ path, prefix }];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return [
    ...choicesOf(schema).flatMap((choice) => find(choice, path)),
    ...properties.flatMap(([name, inner]) => find(inner, [...path, name])),
    ...(isSchema(schema['items']) ? find(schema['items'], [...path, '*']) : []),
  ];
}

type Placed = { readonly path: readonly string[]; readonly value: unknown };

/** The input with a value in that place; what has to stand around it is added where the input has nothing there. */
export function withValue({ input: declared }: Operation, input: Json, { path, value }: Placed): Json {
  return put(wireSchemaOf(declared), input, path, value) as Json;
}

const schemas = new WeakMap<Operation['input'], Schema>();

/** The published schema of an input, made once. */
export function wireSchemaOf(input: Operation['input']): Schema {
  const schema = schemas.get(input) ?? wireSchema(input);
  schemas.set(input, schema);
  return schema;
}

function put(schema: Schema, value: unknown, path: readonly string[], placed: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return placed;
  const chosen = choicesOf(schema).find((choice) => 'properties' in choice || 'items' in choice) ?? schema;
  if (step === '*') {
    const items = isSchema(chosen['items']) ? chosen['items'] : {};
    const [first = smallest(items), ...others] = Array.isArray(value) ? (value as unknown[]) : [];
    return [put(items, first, rest, placed), ...others];
  }
  const object = isSchema(value) ? value : (smallest(chosen) as Json);
  const properties = (chosen['properties'] ?? {}) as Record<string, Schema>;
  return { ...object, [step]: put(properties[step] ?? {}, object[step], rest, placed) };
}

/** The least that fits a schema, as far as a schema says so. */
function smallest(schema: Schema): unknown {
  const [choice] = choicesOf(schema);
  if (choice !== undefined) return smallest(choice);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const type = [schema['type']].flat()[0];
  if (type === 'object') {
    const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
    const required = (schema['required'] ?? []) as readonly string[];
    return Object.fromEntries(required.map((name) => [name, smallest(properties[name] ?? {})]));
  }
  if (type === 'array')
    return Number(schema['minItems'] ?? 0) > 0 && isSchema(schema['items']) ? [smallest(schema['items'])] : [];
  if (type === 'integer' || type === 'number') return Number(schema['minimum'] ?? 1);
  if (type === 'boolean') return true;
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  return typeof schema['pattern'] === 'string' && schema['pattern'].includes('[1-9][0-9]*') ? '1' : 'Something';
}

/** Alternatives of a schema without null, or none where it gives none. */
export function choicesOf(schema: Schema): Schema[] {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(choices) ? choices.filter(isSchema).filter(({ type }) => type !== 'null') : [];
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
