/** Names of the API that screens show: fields of records and values of enumerations. */
import { z } from 'zod';
import { catalogue, serviceCatalogue } from '../../src/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';

type Json = { readonly [key: string]: unknown };

/** Fields, and the values of enumerations with the fields that have them. */
export type Names = {
  readonly fields: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
};

const options = { io: 'input', unrepresentable: 'any' } as const;
/** What they have are values, not schemas. */
const ofValues = new Set(['enum', 'const', 'examples', 'default', 'required']);

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Those of schemas, without what is in fields that are left out. */
export function namesInSchemas(schemas: readonly z.ZodType[], leftOut: readonly string[] = []): Names {
  const [fields, values] = [new Set<string>(), new Map<string, Set<string>>()];
  const visit = (node: unknown, field: string): void => {
    if (!isObject(node)) return;
    for (const value of [node['enum'] ?? [], node['const'] ?? []].flat()) {
      if (typeof value === 'string') values.set(value, (values.get(value) ?? new Set()).add(field));
    }
    for (const [key, inner] of Object.entries(node)) {
      if (key === 'properties' && isObject(inner)) visitFields(inner);
      else if (!ofValues.has(key)) visit(inner, field);
    }
  };
  const visitFields = (properties: Json): void => {
    for (const [name, inner] of Object.entries(properties)) {
      fields.add(name);
      if (!leftOut.includes(name)) visit(inner, name);
    }
  };
  for (const schema of schemas) visit(z.toJSONSchema(schema, options), '');
  return { fields, values };
}

/** Operations that write: the audit log has their answers, and approvals what is sent to them. */
export const writes: readonly Operation[] = [...catalogue, ...serviceCatalogue].filter(
  ({ effect }) => effect !== 'read',
);

export const schemasOf = (operations: readonly Operation[]): readonly z.ZodType[] =>
  operations.flatMap(({ input, output }) => [input, output]);
