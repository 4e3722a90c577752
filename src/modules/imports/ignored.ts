import { nearestOf } from '../../core/nearest.ts';
import { fieldsOf, type Kind } from './fields.ts';
import { type Mapping, plain } from './mapping.ts';

export type IgnoredColumn = { readonly column: string; readonly nearest: string };

/** Columns that no field is read from, each with the field whose names come nearest to its own. */
export function ignoredColumns(kind: Kind, columns: readonly string[], mapping: Mapping): IgnoredColumn[] {
  const read = new Set(Object.values(mapping));
  const names = fieldsOf[kind].flatMap(({ name, aliases }) =>
    [name, ...aliases].map((alias) => [alias, name] as const),
  );
  const fieldCalled = new Map(names);
  return columns
    .filter((column) => !read.has(column))
    .map((column) => {
      const [nearest = ''] = nearestOf(plain(column), [...fieldCalled.keys()], 1);
      return { column, nearest: fieldCalled.get(nearest) ?? nearest };
    });
}
