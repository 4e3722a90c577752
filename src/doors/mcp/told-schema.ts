import {
  boundedValue,
  isDigits,
  isRarelyNeeded,
  type JsonSchema,
  propertiesOf,
  stringsIn,
  withoutNull,
} from './json-schema.ts';
import { estimatedTokens } from './measure.ts';

/** Of an input as `describe_action` shows it; what stands around the schema takes the rest of 800. */
const tokensMax = 690;

export type Told = {
  readonly schema: JsonSchema;
  /** Fields that are left out, or their inside: `describe_action` shows each by its path. */
  readonly folded: readonly string[];
};

/**
 * An input schema in few tokens: types, choices, defaults and sentences, without the limits that a refusal names where
 * they matter. What is still too long is folded: objects that may be left out, then whole fields that few calls need,
 * then lines and what else every call needs.
 */
export function toldSchema(whole: JsonSchema): Told {
  let schema = told(whole);
  const folded: string[] = [];
  const fold = (next: () => string | undefined, without: (path: string) => JsonSchema) => {
    while (estimatedTokens(JSON.stringify({ schema, folded })) > tokensMax) {
      const path = next();
      if (path === undefined) return;
      if (!folded.includes(path)) folded.push(path);
      schema = without(path);
    }
  };
  const close = (path: string) => foldedAt(schema, path);
  const leaveOut = (path: string) => withoutField(schema, path);
  fold(() => nextToFold(schema, folded).find(({ isNeeded }) => !isNeeded)?.name, close);
  fold(() => optionalIn(schema).find((name) => isRarelyNeeded(name) || ofEveryWrite.has(name)), leaveOut);
  fold(() => nextToFold(schema, folded)[0]?.name, close);
  // A schema begins with what most calls give.
  fold(() => optionalIn(schema).at(-1), leaveOut);
  return { schema, folded };
}

/** The matter itself of every kind of paper. */
const matter = 'lines';

/** Arguments of every write, which the tools that call actions tell as well. */
const ofEveryWrite: ReadonlySet<string> = new Set(['dry_run', 'plan', 'idempotency_key', 'full']);

function optionalIn(schema: JsonSchema): readonly string[] {
  const required = stringsIn(schema['required']);
  return Object.keys(propertiesOf(schema)).filter((name) => name !== matter && !required.includes(name));
}

function withoutField(schema: JsonSchema, name: string): JsonSchema {
  const { [name]: _, ...properties } = propertiesOf(schema);
  return { ...schema, properties };
}

/** The schema of a field: `lines`, or `lines.discounts` within it. Undefined where there is none. */
export function schemaAt(schema: JsonSchema, path: string): JsonSchema | undefined {
  let inside: JsonSchema | undefined = schema;
  for (const name of path.split('.')) {
    inside = inside === undefined ? undefined : propertiesOf(objectOf(inside) ?? {})[name];
  }
  return inside === undefined ? undefined : (objectOf(inside) ?? inside);
}

const listKeywords = ['items', 'additionalProperties'] as const;
const kept = ['type', 'const', 'format', 'description', 'default', 'required', 'x-untrusted'] as const;

function told(schema: JsonSchema): JsonSchema {
  const value = withoutNull(schema);
  if (value !== undefined) return orNull(told(value));
  const bounded = boundedValue(schema);
  if (bounded !== undefined) {
    return orBounds(told({ ...bounded.value, description: schema['description'] }), bounded.bounds);
  }
  const said: Record<string, unknown> = {};
  for (const keyword of kept) if (schema[keyword] !== undefined) said[keyword] = schema[keyword];
  if (said['default'] === null) delete said['default'];
  if (typeof said['description'] === 'string') said['description'] = onceEach(said['description']);
  const format = formatOf(schema);
  if (format !== undefined) said['format'] = format;
  const { enum: values, anyOf } = schema;
  if (Array.isArray(values) && values.length <= enumMax) said['enum'] = values;
  if (Array.isArray(anyOf)) said['anyOf'] = anyOf.map((option: JsonSchema) => told(option));
  for (const keyword of listKeywords) {
    const inner = schema[keyword];
    if (typeof inner === 'object' && inner !== null) said[keyword] = told(inner as JsonSchema);
  }
  const properties = Object.entries(propertiesOf(schema));
  if (properties.length > 0)
    said['properties'] = Object.fromEntries(properties.map(([name, one]) => [name, told(one)]));
  return said;
}

/** The orders of a list are told with each name twice, up and down. */
function onceEach(description: string): string {
  return description.replace(/(of: )((?:(\w+), -\3(?:, )?)+)\./, (_, of: string, names: string) => {
    const up = names.split(', ').filter((name) => !name.startsWith('-'));
    return `${of}${up.join(', ')}; a minus before one turns it round.`;
  });
}

/** Longer ones are the names of all fields of a record, which the sentence beside them tells. */
const enumMax = 48;

/** `decimal` for digits in a text, and `sale_…` for the id of a sale. */
function formatOf(schema: JsonSchema): string | undefined {
  if (isDigits(schema)) return 'decimal';
  const { examples } = schema;
  const [example] = Array.isArray(examples) ? examples : [];
  const prefix = /^([a-z_]+_)[0-9a-z]{26}$/.exec(String(example))?.[1];
  return prefix === undefined ? undefined : `${prefix}…`;
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const orNone = Array.isArray(values) ? { enum: [...values, null] } : {};
  return { ...schema, ...orNone, type: [type, 'null'] };
}

function orBounds({ description, ...value }: JsonSchema, names: string): JsonSchema {
  const bounds = `Or {${names}}.`;
  const said = typeof description === 'string' ? `${description} ${bounds}` : bounds;
  return { ...value, type: [value['type'], 'object'], description: said };
}

/** The object that a field takes, or that its list is of. */
function objectOf(schema: JsonSchema): JsonSchema | undefined {
  const { items, anyOf } = schema;
  if (Object.keys(propertiesOf(schema)).length > 0) return schema;
  const options = [items, ...(Array.isArray(anyOf) ? anyOf : [])] as (JsonSchema | undefined)[];
  return options.find((one) => one !== undefined && Object.keys(propertiesOf(one)).length > 0);
}

function nextToFold(schema: JsonSchema, folded: readonly string[]) {
  const required = stringsIn(schema['required']);
  return Object.entries(propertiesOf(schema))
    .filter(([name, one]) => !folded.includes(name) && isNested(one))
    .map(([name, one]) => {
      return { name, isNeeded: required.includes(name) || name === matter, length: JSON.stringify(one).length };
    })
    .toSorted((one, other) => Number(one.isNeeded) - Number(other.isNeeded) || other.length - one.length);
}

function isNested(schema: JsonSchema): boolean {
  return objectOf(schema) !== undefined || Array.isArray(schema['anyOf']);
}

function foldedAt(schema: JsonSchema, name: string): JsonSchema {
  const properties = propertiesOf(schema);
  const { type, description, items, anyOf } = properties[name] ?? {};
  const inside = objectOf(properties[name] ?? {}) ?? {};
  const required = stringsIn(inside['required']);
  const names = Object.keys(propertiesOf(inside)).map((one) => (required.includes(one) ? `${one}*` : one));
  const said = [description, names.length > 0 ? `Of: ${names.join(', ')}.` : undefined].filter(Boolean).join(' ');
  const kind = items === undefined ? (type ?? (Array.isArray(anyOf) ? undefined : 'object')) : 'array';
  const field = { ...(kind === undefined ? {} : { type: kind }), ...(said === '' ? {} : { description: said }) };
  return { ...schema, properties: { ...properties, [name]: field } };
}
