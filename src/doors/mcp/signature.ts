import { isRarelyNeeded, type JsonSchema, propertiesOf, stringsIn, withoutNull } from './json-schema.ts';

const choicesMax = 12;
const depthMax = 2;

/**
 * The fields of an input on one line, for a call at first sight: a star marks what is required, `a|b` the choices, `[]`
 * a list and `{}` an object.
 */
export function signatureOf(schema: JsonSchema, depth = 0): string {
  const required = new Set(stringsIn(schema['required']));
  return Object.entries(propertiesOf(schema))
    .filter(([name]) => required.has(name) || !isRarelyNeeded(name))
    .map(([name, inner]) => `${name}${required.has(name) ? '*' : ''}${shapeOf(inner, depth)}`)
    .join(', ');
}

function shapeOf(schema: JsonSchema, depth: number): string {
  const { items, enum: choices, type } = withoutNull(schema) ?? schema;
  if (Array.isArray(choices) && choices.length <= choicesMax) return `: ${choices.join('|')}`;
  if (type === 'array') return `[${innerOf(items as JsonSchema, depth)}]`;
  const inner = innerOf(withoutNull(schema) ?? schema, depth);
  return inner === '' ? '' : `{${inner}}`;
}

function innerOf(schema: JsonSchema | undefined, depth: number): string {
  return schema === undefined || depth >= depthMax ? '' : signatureOf(schema, depth + 1);
}
