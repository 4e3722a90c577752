import type { Operation } from '../../src/operation/operation.ts';
import { choicesOf, isSchema, type Schema, wireSchemaOf } from '../support/id-fields.ts';

/** A place in an operation's input that takes one value, such as `lines`, any, `quantity`. */
export type InputValue = {
  readonly path: readonly string[];
  readonly takesText: boolean;
  /** A map, of which the keys are the caller's own. */
  readonly isMap: boolean;
};

/** Every place of the input that holds a value, however deep, read off the published schema. */
export function placesOf({ input }: Operation): InputValue[] {
  const found = new Map(find(wireSchemaOf(input), []).map((place) => [JSON.stringify(place), place]));
  return [...found.values()];
}

function find(schema: Schema, path: readonly string[]): InputValue[] {
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.flatMap((choice) => find(choice, path));
  const { properties, items, additionalProperties: others } = schema;
  if (isSchema(properties)) {
    return Object.entries(properties).flatMap(([name, inner]) => (isSchema(inner) ? find(inner, [...path, name]) : []));
  }
  if (isSchema(items)) return find(items, [...path, '*']);
  if (isSchema(others)) return [{ path, takesText: false, isMap: true }, ...find(others, [...path, 'plain'])];
  return [{ path, takesText: [schema['type']].flat().includes('string'), isMap: false }];
}

/** Value at that place; undefined where there is none. */
export function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (step === '*') return Array.isArray(value) ? valueAt(value[0], rest) : undefined;
  return isSchema(value) ? valueAt(value[step], rest) : undefined;
}

/** The place as a refusal points to it. */
export function pointerOf({ path }: InputValue): string {
  return `/${path.join('/').replaceAll('*', '0')}`;
}
