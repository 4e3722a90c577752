import { useAll } from '../../api/cache.ts';
import { goWith, query } from '../../app/router.ts';
import { RecordField } from '../../kit/form/record-field.tsx';
import { words } from '../../words/index.ts';

type Dimension = { readonly id: string; readonly name: string };

const dimensions = 'dimensions?include_archived=true&fields=name';

const [ofValue, without] = ['dimension_value_id', 'without_dimension_id'] as const;
export const dimensionChoices = [ofValue, without];

/** Until it is known whether there are dimensions: a choice of them that comes later would move what is shown. */
export function useAwaitsDimensions(narrows: boolean): boolean {
  const { data, problem } = useAll<Dimension>(narrows ? dimensions : undefined);
  return narrows && data === undefined && problem === undefined;
}

/**
 * The value of a dimension whose lines are shown, or a dimension whose lines name no value of it: the choice of one
 * ends that of the other. Nothing where the business has no dimensions.
 */
export function DimensionChoice() {
  const { rows } = useAll<Dimension>(dimensions);
  const t = words.value.dimensions;
  if (rows.length === 0) return null;
  const choose = (name: string, id: string) => {
    goWith({ [ofValue]: undefined, [without]: undefined, [name]: id || undefined, row: undefined, column: undefined });
  };
  return (
    <>
      <RecordField
        label={t.dimension}
        source={{ path: 'dimension-values?include_archived=true', label: 'name', note: 'code' }}
        value={query.value.get(ofValue) ?? ''}
        onChange={(id) => choose(ofValue, id)}
      />
      <label>
        {t.without}
        <select value={query.value.get(without) ?? ''} onChange={(e) => choose(without, e.currentTarget.value)}>
          <option value="">{t.withoutNone}</option>
          {rows.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
