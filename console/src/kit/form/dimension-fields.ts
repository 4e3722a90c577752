import { useAll } from '../../api/cache.ts';
import { words } from '../../words/index.ts';
import type { Field } from './fields.ts';

type Dimension = { readonly id: string; readonly name: string; readonly status: string };
type DimensionValue = { readonly id: string; readonly dimension_id: string };

const list = 'dimension_value_ids';

/** What a line keeps of its dimensions where they are not typed. */
export const keptDimensions: readonly Field[] = [{ name: list, label: list, kind: 'kept' }];

/**
 * A field for each dimension in use, and one that keeps the values of others. Undefined until they are known: a form
 * that was shown before would lose the values of its lines.
 */
export function useDimensionFields(): readonly Field[] | undefined {
  const dimensions = useAll<Dimension>('dimensions?include_archived=true&fields=name,status');
  const values = useAll<DimensionValue>(
    dimensions.rows.length === 0 ? undefined : 'dimension-values?include_archived=true&fields=dimension_id',
  );
  const isUnread = dimensions.problem !== undefined || values.problem !== undefined;
  if (isUnread || dimensions.data?.length === 0) return keptDimensions;
  if (dimensions.data === undefined || values.data === undefined) return undefined;
  const dimensionOf = new Map(values.rows.map(({ id, dimension_id: dimension }) => [id, dimension]));
  const of = (record: Readonly<Record<string, unknown>>, dimension: string): readonly string[] =>
    ((record[list] ?? []) as readonly string[]).filter((id) => dimensionOf.get(id) === dimension);
  // What was there before says that it has none, so that it is not taken for a new line, which has them by default.
  const asBefore: Field = {
    name: `${list}.before`,
    label: list,
    kind: 'kept',
    list,
    from: (record) => (record[list] === undefined ? undefined : []),
  };
  const ofEach = dimensions.rows.map(({ id, name, status }, at): Field => {
    const place = { name: `${list}.${at}`, label: name, list };
    return status === 'active'
      ? {
          ...place,
          kind: 'record',
          source: { path: `dimension-values?status=active&dimension_id=${id}`, label: 'name', note: 'code' },
          from: (record) => of(record, id)[0],
        }
      : { ...place, kind: 'kept', from: (record) => of(record, id) };
  });
  return [asBefore, ...ofEach];
}

/** The same of a record that gives them to new lines, in a group of their own. */
export function useDefaultFields(): readonly Field[] | undefined {
  const { newLines } = words.value.dimensions;
  return useDimensionFields()?.map((field) => ({ ...field, group: newLines }));
}
