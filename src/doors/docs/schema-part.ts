import { html, type Html } from '../public-page/html.ts';
import { textOf } from './parts.ts';

export type Schema = { readonly [keyword: string]: unknown };

/** Records within records are shown as deep as anybody sends them. */
const depthMax = 4;
const choicesMax = 24;

/** The fields of a schema, those within them below each. */
export function fieldList(schema: Schema, depth = 0): Html | null {
  const { inner } = unwrapped(schema);
  const properties = Object.entries(inner['properties'] ?? {}) as [string, Schema][];
  if (properties.length === 0 || depth >= depthMax) return null;
  const required = new Set(Array.isArray(inner['required']) ? inner['required'] : []);
  return html`<ul class="fields">
    ${properties.map(([name, field]) => {
      const description = unwrapped(field).description;
      return html`<li>
        <code>${name}</code> <span class="type">${typeOf(field)}</span>
        ${required.has(name) ? html`<span class="needed">required</span>` : null}
        ${description === undefined ? null : html`<span class="detail">${textOf(description)}</span>`}
        ${fieldList(field, depth + 1)}
      </li>`;
    })}
  </ul>`;
}

type Unwrapped = {
  readonly inner: Schema;
  readonly isList: boolean;
  readonly isNullable: boolean;
  readonly description: string | undefined;
};

/** Without what makes a list or nullable of it. */
function unwrapped(schema: Schema): Unwrapped {
  const description = typeof schema['description'] === 'string' ? schema['description'] : undefined;
  const options = alternatives(schema);
  const real = options.filter(({ type }) => type !== 'null');
  const [only] = real;
  if (only !== undefined && real.length === 1 && options.length === 2) {
    const found = unwrapped(only);
    return { ...found, isNullable: true, description: description ?? found.description };
  }
  if (schema['type'] === 'array' && typeof schema['items'] === 'object' && schema['items'] !== null) {
    const found = unwrapped({ ...schema['items'] });
    return { ...found, isList: true, isNullable: false, description: description ?? found.description };
  }
  return { inner: schema, isList: false, isNullable: false, description };
}

function alternatives(schema: Schema): Schema[] {
  const options = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(options) ? options : [];
}

/** `string`, `list of object`, `accrual | cash`, `integer or null` */
export function typeOf(schema: Schema): string {
  const { inner, isList, isNullable } = unwrapped(schema);
  return `${isList ? 'list of ' : ''}${plainType(inner)}${isNullable ? ' or null' : ''}`;
}

function plainType(schema: Schema): string {
  const { type, enum: choices, const: constant } = schema;
  if (Array.isArray(choices) && choices.length <= choicesMax) return choices.join(' | ');
  if (constant !== undefined) return JSON.stringify(constant);
  const options = alternatives(schema);
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' or ');
  const name = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any';
  return `${name}${limitsOf(schema)}`;
}

function limitsOf({ maxLength, minimum, maximum, format }: Schema): string {
  const said = [
    ...(typeof format === 'string' ? [format] : []),
    ...(typeof maxLength === 'number' && maxLength < 10_000 ? [`up to ${maxLength} characters`] : []),
    ...(typeof minimum === 'number' && minimum > -1e9 ? [`from ${minimum}`] : []),
    ...(typeof maximum === 'number' && maximum < 1e12 ? [`up to ${maximum}`] : []),
  ];
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}
