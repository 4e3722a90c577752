import { goWith, query } from '../../app/router.ts';
import type { Source } from '../../kit/form/fields.ts';
import { RecordField } from '../../kit/form/record-field.tsx';
import { named, words } from '../../words/index.ts';

type Choice = {
  readonly name: string;
  readonly label: string;
  readonly codes: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
  /** Of the first, which asks nothing. */
  readonly none?: string | undefined;
};

export function Choice({ name, label, codes, texts, none }: Choice) {
  return (
    <label>
      {label}
      <select
        value={query.value.get(name) ?? ''}
        onChange={(e) => goWith({ [name]: e.currentTarget.value, row: undefined, column: undefined })}
      >
        {none !== undefined && <option value="">{none}</option>}
        {codes.map((code, at) => (
          <option key={code} value={none === undefined && at === 0 ? '' : code}>
            {named(texts, code)}
          </option>
        ))}
      </select>
    </label>
  );
}

type RecordChoice = { readonly name: string; readonly label: string; readonly source: Source };

/** A record that the figures are of. */
export function RecordChoice({ name, label, source }: RecordChoice) {
  return (
    <RecordField
      label={label}
      source={source}
      value={query.value.get(name) ?? ''}
      onChange={(id) => goWith({ [name]: id || undefined, row: undefined, column: undefined })}
    />
  );
}

/** The value of a dimension that the figures are of. */
export function DimensionValueChoice() {
  return (
    <RecordChoice
      name="dimension_value_id"
      label={words.value.dimensions.dimension}
      source={{ path: 'dimension-values?status=active', label: 'name', note: 'code' }}
    />
  );
}

/** In the order of which standard; by default as the business has set it. */
export function LayoutChoice() {
  const { layout, layoutAsSet, layouts } = words.value.books;
  return <Choice name="layout" label={layout} none={layoutAsSet} codes={Object.keys(layouts)} texts={layouts} />;
}
