import { type JsonSchema, type ObjectSchema, propertiesOf } from '../json-schema.ts';

/** Beside the fields of the record. */
const besideRecord = {
  next: { type: 'array', items: { type: 'string' }, description: 'Actions that this record waits for.' },
  more: { type: 'string', description: 'The action that reads the whole record, or how to be answered with it.' },
  left_out: {
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Number of rows of each list that are not shown.',
  },
  undo: {
    type: 'object',
    properties: { action: { type: 'string' }, id: { type: 'string' } },
    description: 'Takes the write back, for 24 hours.',
  },
  preview: { type: 'object' },
} as const;

/** The output of a write, which answers with its main fields: none is required. */
export function writtenSchema(output: ObjectSchema): ObjectSchema {
  const schema = withoutRequired(output) as ObjectSchema;
  return { ...schema, properties: { ...propertiesOf(schema), ...besideRecord } };
}

const listedFields: ReadonlySet<string> = new Set(['id', 'number', 'status', 'mails']);

/** The same in a tool list: what a model goes on with. */
export function listedWritten(output: ObjectSchema): ObjectSchema {
  const fields = Object.entries(propertiesOf(output)).filter(([name]) => listedFields.has(name));
  const properties = fields.flatMap(([name, { type }]) =>
    typeof type === 'string' ? [[name, { type }] as const] : [],
  );
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { required: _, properties, ...keywords } = schema as JsonSchema;
  const inner = Object.entries(propertiesOf(schema as JsonSchema)).map(([name, one]) => [name, withoutRequired(one)]);
  return {
    ...Object.fromEntries(Object.entries(keywords).map(([name, value]) => [name, withoutRequired(value)])),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) }),
  };
}
