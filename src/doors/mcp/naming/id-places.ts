import { prefixOfExample } from '../../../wire/index.ts';
import { type JsonSchema, propertiesOf } from '../json-schema.ts';

/** A place of an input that takes the id of a record: `lines`, any, `variant_id` takes ids of variants. */
export type IdPlace = { readonly path: readonly string[]; readonly prefix: string };

/** Stands in a path for each item of a list. */
const each = '*';

/** Every place that takes an id, however deep, by the example that the schema of an id shows. */
export function idPlaces(schema: JsonSchema, path: readonly string[] = []): IdPlace[] {
  const { examples, items, anyOf } = schema;
  const prefix = prefixOfExample(examples);
  if (prefix !== undefined) return [{ path, prefix }];
  // zod wrote it: choices and items are schemas.
  const choices = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  const properties = Object.entries(propertiesOf(schema));
  return [
    ...choices.flatMap((choice) => idPlaces(choice, path)),
    ...properties.flatMap(([name, inner]) => idPlaces(inner, [...path, name])),
    ...(typeof items === 'object' && items !== null ? idPlaces(items as JsonSchema, [...path, each]) : []),
  ];
}

/** A text that was sent at such a place. */
export type Placed = { readonly pointer: string; readonly prefix: string; readonly text: string };

/** The input with what `replace` answers at these places; what it answers nothing for stays. */
export function replaceTexts<Input>(
  input: Input,
  places: readonly IdPlace[],
  replace: (placed: Placed) => string | undefined,
): Input {
  return places.reduce((changed, { path, prefix }) => {
    const walk = (value: unknown, rest: readonly string[], pointer: string): unknown => {
      const [step, ...further] = rest;
      if (step === undefined)
        return typeof value === 'string' ? (replace({ pointer, prefix, text: value }) ?? value) : value;
      if (step === each) {
        return Array.isArray(value) ? value.map((item, index) => walk(item, further, `${pointer}/${index}`)) : value;
      }
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
      const inner = (value as Record<string, unknown>)[step];
      return { ...value, [step]: walk(inner, further, `${pointer}/${step}`) };
    };
    // Only texts within it are exchanged for other texts.
    return walk(changed, path, '') as Input;
  }, input);
}
