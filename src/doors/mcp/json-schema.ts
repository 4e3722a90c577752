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

/** What a tool list shows of an input: the fields a model needs, their types and choices. */
export function listedInput(whole: ObjectSchema): ObjectSchema {
  const required = new Set(Array.isArray(whole['required']) ? whole['required'] : []);
  const properties = Object.entries(propertiesOf(whole)).filter(
    ([name]) => required.has(name) || !rarelyNeeded.has(name),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, schema]) => [name, slim(schema)])),
    ...(required.size === 0 ? {} : { required: [...required] }),
    additionalProperties: false,
  };
}

/**
 * What a tool list shows of an output: that it is an object, and for a page which fields lead on. No types, because a
 * refusal answers with the same object in another shape, and some clients hold both against this schema.
 */
export function listedOutput(whole: ObjectSchema): ObjectSchema {
  const names = Object.keys(propertiesOf(whole));
  const isPage = names.includes('data') && names.includes('next_cursor');
  return isPage ? { type: 'object', properties: { data: {}, has_more: {}, next_cursor: {} } } : { type: 'object' };
}

export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = schema;
  // zod wrote it: properties are schemas by name.
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, JsonSchema>) : {};
}

function slim(schema: JsonSchema): JsonSchema {
  const nullable = withoutNull(schema);
  if (nullable !== undefined) return orNull(slim(nullable));
  if (isBounds(schema)) return { description: 'A value, or {gte, gt, lte, lt}.' };
  const kept = Object.entries(schema).filter(([keyword]) => !noise.has(keyword));
  return Object.fromEntries(kept.flatMap(([keyword, value]) => slimKeyword(keyword, value, schema)));
}

function slimKeyword(keyword: string, value: unknown, schema: JsonSchema): [string, unknown][] {
  if (keyword === 'enum' && Array.isArray(value) && value.length > enumMax) return [];
  if (keyword === 'additionalProperties') return value === false ? [[keyword, value]] : [];
  if (keyword === 'items') return [[keyword, slim(value as JsonSchema)]];
  if (keyword === 'anyOf' && Array.isArray(value)) return [[keyword, value.map((option: JsonSchema) => slim(option))]];
  if (keyword === 'properties') {
    const properties = Object.entries(propertiesOf(schema));
    return [[keyword, Object.fromEntries(properties.map(([name, inner]) => [name, slim(inner)]))]];
  }
  return [[keyword, value]];
}

function withoutNull({ anyOf, ...rest }: JsonSchema): JsonSchema | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [value, none] = anyOf as JsonSchema[];
  return none?.['type'] === 'null' ? { ...value, ...rest } : undefined;
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

/** A filter that takes a value or its bounds. */
function isBounds({ anyOf }: JsonSchema): boolean {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return false;
  return Object.keys(propertiesOf(anyOf[1] as JsonSchema)).join() === 'gte,gt,lte,lt';
}
