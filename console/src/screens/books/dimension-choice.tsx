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

type Narrowed = {
  readonly narrowed_to: {
    readonly dimension: string;
    readonly value_id: string | null;
    readonly code: string | null;
    readonly name: string | null;
  } | null;
};

/** What a report is narrowed to, on screen and on paper, in a line that is there before the answer is. */
export function narrowedName(report: object | undefined): string | undefined {
  if (dimensionChoices.every((name) => !query.value.get(name))) return undefined;
  const { narrowed_to: to } = (report ?? {}) as Partial<Narrowed>;
  if (!to) return '\u00a0';
  if (to.value_id === null) return `${words.value.dimensions.without}: ${to.dimension}`;
  return `${to.dimension}: ${to.code} ${to.name}`;
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
