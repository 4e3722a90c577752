import { similarTo } from '../../core/nearest.ts';
import { fieldsOf, type Kind } from './fields.ts';
import { type Mapping, plain } from './mapping.ts';

export type IgnoredColumn = { readonly column: string; readonly nearest: string | null };

/** Columns that no field is read from, each with the field that has a similar name, if any has. */
export function ignoredColumns(kind: Kind, columns: readonly string[], mapping: Mapping): IgnoredColumn[] {
  const read = new Set(Object.values(mapping));
  const names = fieldsOf[kind].flatMap(({ name, aliases }) =>
    [name, ...aliases].map((alias) => [alias, name] as const),
  );
  const fieldCalled = new Map(names);
  return columns
    .filter((column) => !read.has(column))
    .map((column) => {
      const similar = similarTo(plain(column), [...fieldCalled.keys()]);
      return { column, nearest: (similar && fieldCalled.get(similar)) ?? null };
    });
}
