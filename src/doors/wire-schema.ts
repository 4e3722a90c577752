import { z } from 'zod';

type Json = Record<string, unknown>;

/** Upper bounds of texts and lists in answers; inputs have their own, narrower limits. */
const textMax = 5_000_000;
const listMax = 10_000;
const intMax = 2_147_483_647;
/** Text carries no NUL; whoever reads it may rely on that. */
const anyText = '^[^\\u0000]*$';

/** JSON Schema of the wire side, for input and output alike: codecs have the wire on their input side. */
export function wireSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return bounded(rest) as Json;
}

/** States a bound for every text, list and whole number, so that a generated client can allocate and validate. */
export function bounded(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bounded);
  if (typeof node !== 'object' || node === null) return node;
  const schema = withoutAnything(
    Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inner(key, value)])),
  );
  return { ...schema, ...boundsOf(schema) };
}

/** Examples, enums and defaults are values, not schemas. */
function inner(key: string, value: unknown): unknown {
  return ['examples', 'enum', 'const', 'default', 'required'].includes(key) ? value : bounded(value);
}

function boundsOf(schema: Json): Json {
  if ('enum' in schema || 'const' in schema) return {};
  const types = [schema['type']].flat();
  if (types.includes('string')) {
    const restricted = 'pattern' in schema || 'format' in schema;
    return { maxLength: schema['maxLength'] ?? textMax, ...(restricted ? {} : { pattern: anyText }) };
  }
  if (types.includes('array')) return { maxItems: schema['maxItems'] ?? listMax };
  if (!types.includes('integer')) return {};
  const { minimum = 0, maximum = intMax } = schema as { minimum?: number; maximum?: number };
  return { format: 'int32', minimum: Math.max(minimum, -intMax), maximum: Math.min(maximum, intMax) };
}

/** `anything or null` is anything. */
function withoutAnything(schema: Json): Json {
  const { anyOf } = schema;
  const anything = Array.isArray(anyOf) && anyOf.some((one) => Object.keys(one as object).length === 0);
  if (!anything) return schema;
  const { anyOf: _, ...rest } = schema;
  return rest;
}
