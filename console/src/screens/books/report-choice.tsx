import { goWith, query } from '../../app/router.ts';
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

/** In the order of which standard; by default as the business has set it. */
export function LayoutChoice() {
  const { layout, layoutAsSet, layouts } = words.value.books;
  return <Choice name="layout" label={layout} none={layoutAsSet} codes={Object.keys(layouts)} texts={layouts} />;
}
