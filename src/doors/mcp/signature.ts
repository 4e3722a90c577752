import { isRarelyNeeded, type JsonSchema, propertiesOf, stringsIn, withoutNull } from './json-schema.ts';

const choicesMax = 12;
const depthMax = 2;

/**
 * The fields of an input on one line, for a call at first sight: a star marks what is required, `a|b` the choices, `[]`
 * a list and `{}` an object; what is required comes first. Where that is longer than `charactersMax`, objects lose
 * their fields, then optional fields their choices, and at last the fields at the end are left out.
 */
export function signatureOf(schema: JsonSchema, charactersMax = Infinity): string {
  const shorter: Detail[] = [
    { depth: 0, optionalChoices: true },
    { depth: 1, optionalChoices: true },
    { depth: depthMax, optionalChoices: true },
  ];
  for (const detail of shorter) {
    const signature = fieldsOf(schema, detail).join(', ');
    if (signature.length <= charactersMax) return signature;
  }
  return fitting(fieldsOf(schema, { depth: depthMax, optionalChoices: false }), charactersMax);
}

type Detail = { readonly depth: number; readonly optionalChoices: boolean };

function fitting(fields: readonly string[], charactersMax: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const field of fields) {
    length += field.length + 2;
    if (length > charactersMax) return `${shown.join(', ')}, …`;
    shown.push(field);
  }
  return shown.join(', ');
}

function fieldsOf(schema: JsonSchema, detail: Detail): string[] {
  const required = new Set(stringsIn(schema['required']));
  const fields = Object.entries(propertiesOf(schema)).filter(([name]) => required.has(name) || !isRarelyNeeded(name));
  return fields
    .toSorted(([one], [other]) => Number(required.has(other)) - Number(required.has(one)))
    .map(([name, inner]) => {
      const showsChoices = detail.optionalChoices || required.has(name);
      return `${name}${required.has(name) ? '*' : ''}${shapeOf(inner, detail, showsChoices)}`;
    });
}

function shapeOf(schema: JsonSchema, detail: Detail, showsChoices: boolean): string {
  const { items, enum: choices, type } = withoutNull(schema) ?? schema;
  if (Array.isArray(choices) && choices.length <= choicesMax) return showsChoices ? `: ${choices.join('|')}` : '';
  if (type === 'array') return `[${innerOf(items as JsonSchema, detail)}]`;
  const inner = innerOf(withoutNull(schema) ?? schema, detail);
  return inner === '' ? '' : `{${inner}}`;
}

function innerOf(schema: JsonSchema | undefined, { depth, optionalChoices }: Detail): string {
  if (schema === undefined || depth >= depthMax) return '';
  return fieldsOf(schema, { depth: depth + 1, optionalChoices }).join(', ');
}
