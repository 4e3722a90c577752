import type { Arguments } from './arguments.ts';
import { type JsonSchema, type ObjectSchema, propertiesOf, stringsIn, withoutNull } from './json-schema.ts';

/** Rows with no more fields than this are lean already. */
const fieldsMax = 24;

const naming = /^(?:id|number|code|sku|email|phone|currency|title|filename|(?:\w+_)?name)$/;
const state = /^(?:(?:\w+_)?status|state|type|kind|direction|is_\w+|days_overdue)$/;
/** Fields without which a row is useless: a product without its variants has neither SKU nor price. */
const parts: ReadonlySet<string> = new Set(['variants']);
/** Fields for accountants: base values, and the source of a rate. */
const ofBooks = /^(?:base_\w+|rate_date|file_name|legal_name|last_name|first_name)$/;

/** All of each record, for whoever wants it. */
const every = '*';

/**
 * The fields that a model needs of each row of a list: what it is, how it stands, its amounts and days, and what the
 * list is filtered by. Undefined where a row is short, and for what is no list of records.
 */
export function leanFields(input: ObjectSchema, output: ObjectSchema): readonly string[] | undefined {
  const asked = propertiesOf(input);
  const row = propertiesOf(output)['data']?.['items'];
  if (asked['fields'] === undefined || row === undefined) return undefined;
  // zod wrote it: the items of a list are a schema.
  const fields = Object.entries(propertiesOf(row as JsonSchema));
  if (fields.length <= fieldsMax) return undefined;
  const lean = fields.filter(([name, schema]) => {
    const { type, format, examples, pattern } = withoutNull(schema) ?? schema;
    if (parts.has(name)) return true;
    if (type === 'object' || type === 'array' || ofBooks.test(name)) return false;
    const isAmount = format === undefined && /^-?\d+(?:\.\d+)?$/.test(String([examples].flat()[0]));
    return (
      naming.test(name) ||
      state.test(name) ||
      format === 'date' ||
      isAmount ||
      pattern !== undefined ||
      Object.hasOwn(asked, name)
    );
  });
  return lean.map(([name]) => name).filter((name) => !hidden.has(name));
}

/** Filters that few rows say anything by. */
const hidden: ReadonlySet<string> = new Set(['external_id', 'created_at', 'updated_at', 'tags']);

/** Describes the lean fields in the schema of `describe_action`. */
export function sayingLean(input: ObjectSchema, lean: readonly string[]): ObjectSchema {
  const { fields, ...others } = propertiesOf(input);
  const items = fields?.['items'] as JsonSchema | undefined;
  const more = stringsIn(items?.['enum']).filter((name) => !lean.includes(name));
  const also = more.length === 0 ? '' : ` Also: ${more.join(', ')}.`;
  const description = `Defaults to ${lean.join(', ')}; ["${every}"] returns all fields.${also}`;
  return { ...input, properties: { ...others, fields: { ...fields, description } } };
}

type Listed = { readonly lean: readonly string[] | undefined; readonly inputSchema: ObjectSchema };

/** A list answers with what a model needs of each row, unless it names what it wants, or `*` for everything. */
export function leanly({ lean, inputSchema }: Listed, input: Arguments): Arguments {
  const { fields, ...rest } = input;
  const takesFields = propertiesOf(inputSchema)['fields'] !== undefined;
  if (takesFields && Array.isArray(fields) && fields.includes(every)) return rest;
  if (lean === undefined || fields !== undefined) return input;
  return { ...input, fields: [...new Set([...lean, ...expanded(input)])] };
}

/** An expanded field is always included. */
function expanded({ expand }: Arguments): string[] {
  return Array.isArray(expand) ? expand.map((path) => String(path).split('.', 1)[0] ?? '') : [];
}
