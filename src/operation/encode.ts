import { z } from 'zod';

type Encoder = (value: unknown) => unknown;

const compiled = new WeakMap<z.ZodType, Encoder>();

/**
 * Turns a handler's output into its wire form by the output schema, which is an allowlist: a field that is not declared
 * never leaves. Compiled once per schema, because `z.encode` walks the whole schema again for every row of a list.
 */
export function encoderOf(schema: z.ZodType): Encoder {
  let encoder = compiled.get(schema);
  if (encoder === undefined) {
    encoder = compile(schema);
    compiled.set(schema, encoder);
  }
  return encoder;
}

function compile(schema: z.ZodType): Encoder {
  if (schema instanceof z.ZodCodec) return codecEncoder(schema);
  if (schema instanceof z.ZodLazy) return (value) => encoderOf(schema.unwrap() as z.ZodType)(value);
  if (schema instanceof z.ZodObject) return objectEncoder(schema.shape);
  if (schema instanceof z.ZodArray) return arrayEncoder(encoderOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodRecord) return recordEncoder(encoderOf(schema.valueType as z.ZodType));
  if (schema instanceof z.ZodNullable) return nullableEncoder(encoderOf(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodOptional) return optionalEncoder(encoderOf(schema.unwrap() as z.ZodType));
  // An answer says everything, so no default is taken for it.
  if (schema instanceof z.ZodDefault) return encoderOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion) return (value) => z.encode(schema, value);
  return (value) => {
    if (value === undefined) throw new TypeError('a documented field is missing from an answer');
    return value;
  };
}

/** The codec's own function: `z.encode` would check each string again that we have just made. */
function codecEncoder(schema: z.ZodCodec): Encoder {
  const encode = schema._zod.def.reverseTransform as Encoder;
  return (value) => {
    if (value === undefined || value === null) throw new TypeError('a documented field is missing from an answer');
    return encode(value);
  };
}

function objectEncoder(shape: Record<string, z.ZodType>): Encoder {
  const fields = Object.entries(shape).map(([key, field]) => ({ key, encode: encoderOf(field) }));
  return (value) => {
    const row = value as Record<string, unknown>;
    const wire: Record<string, unknown> = {};
    for (const { key, encode } of fields) {
      try {
        const encoded = encode(row[key]);
        if (encoded !== undefined) wire[key] = encoded;
      } catch (error) {
        throw new TypeError(`the answer's ${key} does not fit its schema`, { cause: error });
      }
    }
    return wire;
  };
}

function arrayEncoder(encode: Encoder): Encoder {
  return (value) => (value as unknown[]).map(encode);
}

function recordEncoder(encode: Encoder): Encoder {
  return (value) => Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, encode(item)]));
}

function nullableEncoder(encode: Encoder): Encoder {
  return (value) => (value === null ? null : encode(value));
}

function optionalEncoder(encode: Encoder): Encoder {
  return (value) => (value === undefined ? undefined : encode(value));
}
