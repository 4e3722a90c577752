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

/** Keywords that cost tokens and help no model: whoever breaks one is told what to write. */
const noise = new Set([
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'examples',
  'format',
  'default',
  'title',
  'propertyNames',
]);

/** Fields that any call may carry and few need. They stay valid; `describe_action` shows them. */
const rarelyNeeded = new Set([
  'external_id',
  'metadata',
  'custom_fields',
  'tags',
  'fields',
  'expand',
  'include',
  'sort',
]);
const enumMax = 16;

type Listing = {
  /** Whether null says something of its own, as where it clears a field. Elsewhere leaving out says the same. */
  readonly keepNull: boolean;
};

/** What a tool list shows of an input: the fields a model needs, their types and choices. */
export function listedInput(whole: ObjectSchema, listing: Listing = { keepNull: false }): ObjectSchema {
  const required = new Set(stringsIn(whole['required']));
  const properties = Object.entries(propertiesOf(whole)).filter(
    ([name]) => required.has(name) || !rarelyNeeded.has(name),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, schema]) => [name, slim(schema, listing)])),
    ...(required.size === 0 ? {} : { required: [...required] }),
    additionalProperties: false,
  };
}

/** Fields of a refusal, which some clients hold against the same schema as an answer. */
const refusalFields = new Set(['title', 'detail', 'code', 'hint', 'errors', 'retry_with']);
const listedOutputMax = 6;

/** What a tool list shows of an output: the first plain fields, none required, since a refusal has none of them. */
export function listedOutput(whole: ObjectSchema): ObjectSchema {
  const plain = Object.entries(propertiesOf(whole)).flatMap(([name, { type, anyOf }]) =>
    refusalFields.has(name) || typeof type !== 'string' || anyOf !== undefined ? [] : [[name, { type }] as const],
  );
  return { type: 'object', properties: Object.fromEntries(plain.slice(0, listedOutputMax)) };
}

export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = schema;
  // zod wrote it: properties are schemas by name.
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, JsonSchema>) : {};
}

export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Of a schema what a model needs, in the plain vocabulary that every maker's models take: one type per schema. */
function slim(schema: JsonSchema, listing: Listing): JsonSchema {
  const nullable = withoutNull(schema);
  if (nullable !== undefined) {
    const value = slim(nullable, listing);
    return listing.keepNull ? { anyOf: [value, { type: 'null' }] } : value;
  }
  if (isBounds(schema)) return { type: 'object', description: 'gte, gt, lte, lt' };
  const kept = Object.entries(schema).filter(([keyword]) => !noise.has(keyword));
  return Object.fromEntries(kept.flatMap(([keyword, value]) => slimKeyword(keyword, value, { schema, listing })));
}

type Place = { readonly schema: JsonSchema; readonly listing: Listing };

function slimKeyword(keyword: string, value: unknown, { schema, listing }: Place): [string, unknown][] {
  if (keyword === 'enum' && Array.isArray(value) && value.length > enumMax) return [];
  if (keyword === 'additionalProperties') return value === false ? [[keyword, value]] : [];
  if (keyword === 'items') return [[keyword, slim(value as JsonSchema, listing)]];
  if (keyword === 'anyOf' && Array.isArray(value)) {
    return [[keyword, value.map((option: JsonSchema) => slim(option, listing))]];
  }
  if (keyword === 'properties') {
    const properties = Object.entries(propertiesOf(schema));
    return [[keyword, Object.fromEntries(properties.map(([name, inner]) => [name, slim(inner, listing)]))]];
  }
  return [[keyword, value]];
}

function withoutNull({ anyOf, ...rest }: JsonSchema): JsonSchema | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [value, none] = anyOf as JsonSchema[];
  return none?.['type'] === 'null' ? { ...value, ...rest } : undefined;
}

/** A filter that takes a value or its bounds. */
function isBounds({ anyOf }: JsonSchema): boolean {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return false;
  return Object.keys(propertiesOf(anyOf[1] as JsonSchema)).join() === 'gte,gt,lte,lt';
}
