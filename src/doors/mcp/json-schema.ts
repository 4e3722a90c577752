import { z } from 'zod';

/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };
export type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** The whole schema of what goes in or comes out, in wire form: what validation takes and `describe_action` shows. */
export function wholeSchema(schema: z.ZodType): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return objectSchema(json);
}

/** A union of objects, such as a record in several states, is an object too; the protocol wants it said at the root. */
function objectSchema(json: JsonSchema): ObjectSchema {
  return { ...json, type: 'object' };
}

/** Fields that any call may carry and few need. They stay valid; `describe_action` shows them. */
const rare = new Set(
  'external_id metadata custom_fields tags tag expand include sort created_at updated_at dimension_value_ids'.split(
    ' ',
  ),
);
export function isRarelyNeeded(name: string): boolean {
  return rare.has(name);
}

const enumMax = 16;

type Listing = {
  /** More fields that few need, of this call alone. */
  readonly seldom?: readonly string[] | undefined;
  /**
   * Keep null in the schema where it has a meaning of its own, as where it clears a field. Elsewhere leaving out says
   * the same.
   */
  readonly keepNull: boolean;
};

/** Input schema in a tool list: the fields that a model needs, with types and choices. */
export function listedInput(whole: ObjectSchema, listing: Listing = { keepNull: false }): ObjectSchema {
  return { type: 'object', ...listedProperties(whole, listing), additionalProperties: false };
}

function listedProperties(schema: JsonSchema, listing: Listing): { properties: object; required?: string[] } {
  const required = stringsIn(schema['required']);
  const { seldom = [], ...deeper } = listing;
  const shown = Object.entries(propertiesOf(schema)).filter(
    ([name]) => required.includes(name) || !(isRarelyNeeded(name) || seldom.includes(name)),
  );
  const properties = shown.map(([name, inner]) => [name, slim(inner, { ...deeper, whole: required.includes(name) })]);
  return { properties: Object.fromEntries(properties), ...(required.length === 0 ? {} : { required }) };
}

/** Fields of a refusal, which some clients hold against the same schema as an answer. */
const notTold = new Set([
  'title',
  'detail',
  'code',
  'hint',
  'errors',
  'retry_with',
  'organization_id',
  'total_count',
  'total_count_capped',
  'totals',
]);
const listedOutputMax = 4;

/** Output schema in a tool list: the first plain fields, none required, since a refusal has none of them. */
export function listedOutput(whole: ObjectSchema): ObjectSchema {
  const plain = Object.entries(propertiesOf(whole)).flatMap(([name, { type, anyOf }]) =>
    notTold.has(name) || typeof type !== 'string' || anyOf !== undefined ? [] : [[name, { type }] as const],
  );
  return { type: 'object', properties: Object.fromEntries(plain.slice(0, listedOutputMax)) };
}

/**
 * The same schema in few words: without sentences, and `"type": ["string", "null"]` where null is one of two. A field
 * may be called `description`, which is a schema and stays.
 */
export function bareSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bareSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const nullable = withoutNull({ ...schema });
  if (typeof nullable?.['type'] === 'string' && !('enum' in nullable || 'const' in nullable)) {
    return bareSchema({ ...nullable, type: [nullable['type'], 'null'] });
  }
  const kept = Object.entries(schema).filter(
    ([name, value]) => !(name === 'description' && typeof value === 'string') && name !== 'additionalProperties',
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, bareSchema(value)]));
}

export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = schema;
  // zod wrote it: properties are schemas by name.
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, JsonSchema>) : {};
}

export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

type Inner = Listing & {
  /** Spells out nested objects, as for those that a call cannot do without. */
  readonly whole: boolean;
};

/** Of a schema what a model needs, in the plain vocabulary that every maker's models take: one type per schema. */
function slim(schema: JsonSchema, inner: Inner): JsonSchema {
  const nullable = withoutNull(schema);
  if (nullable !== undefined) {
    const value = slim(nullable, inner);
    return inner.keepNull ? { anyOf: [value, { type: 'null' }] } : value;
  }
  const bounded = boundedValue(schema);
  if (bounded !== undefined) return { type: 'object', description: bounded.bounds };
  const { description, items, anyOf, enum: values, type, const: constant } = schema;
  const said = {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(constant === undefined ? {} : { const: constant }),
    ...(Array.isArray(values) && values.length <= enumMax ? { enum: values } : {}),
    ...(items === undefined ? {} : { items: slim(items as JsonSchema, inner) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((option: JsonSchema) => slim(option, inner)) } : {}),
  };
  if (Object.keys(propertiesOf(schema)).length === 0) return said;
  return inner.whole ? { ...said, ...listedProperties(schema, inner) } : { ...said, description: named(schema) };
}

/** An object that few calls need, by the names of its fields; a star marks those it cannot do without. */
function named(schema: JsonSchema): string {
  const required = new Set(stringsIn(schema['required']));
  const names = Object.keys(propertiesOf(schema)).filter((name) => required.has(name) || !isRarelyNeeded(name));
  const fields = names.map((name) => (required.has(name) ? `${name}*` : name)).join(', ');
  const { description } = schema;
  return typeof description === 'string' ? `${description} ${fields}` : fields;
}

export function withoutNull({ anyOf, ...rest }: JsonSchema): JsonSchema | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [value, none] = anyOf as JsonSchema[];
  return none?.['type'] === 'null' ? { ...value, ...rest } : undefined;
}

/** A filter that takes a value or its bounds: the schema of the value, and the names of the bounds in words. */
export type Bounded = { readonly value: JsonSchema; readonly bounds: string };

/** Undefined for a schema that is no such filter. */
export function boundedValue({ anyOf }: JsonSchema): Bounded | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [value = {}, bounds = {}] = anyOf as JsonSchema[];
  const names = Object.keys(propertiesOf(bounds)).join(', ');
  if (names === 'gte, gt, lte, lt') return { value, bounds: names };
  // Whole days need no `gt` and no `lt`.
  return names === 'gte, gt, lte, lt, period' ? { value, bounds: 'gte, lte, period=last_month' } : undefined;
}

/** Digits in a text: an amount, a quantity, a percentage. */
export function isDigits({ pattern }: JsonSchema): boolean {
  return typeof pattern === 'string' && pattern.includes('[1-9][0-9]*');
}
