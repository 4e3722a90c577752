import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { changed } from '../api/cache.ts';
import { go, goWith, path, query } from '../app/router.ts';
import type { Option } from '../kit/form/fields.ts';
import { Icon } from '../kit/icon.tsx';
import { typedDecimal } from '../kit/values.ts';
import { words } from '../words/index.ts';

export type Filter = {
  /** In the address of the console. */
  readonly name: string;
  /** As the service calls it, `sale_date[gte]`; the same name by default. */
  readonly as?: string;
  readonly label: string;
  /** For fields with a time instead of a date: the day from its start or until its end. */
  readonly moment?: 'start' | 'end';
  /** A hidden one comes by a link only. */
  readonly kind: 'find' | 'day' | 'money' | 'choice' | 'hidden';
  readonly options?: readonly Option[];
};

type Bar = { readonly filters: readonly Filter[]; readonly operation: string | undefined };

/** The filters of a list. They stand in the address, so that a filtered list is a link. */
export function FilterBar(bar: Bar) {
  return (
    <search class="filters">
      <FilterControls {...bar} />
    </search>
  );
}

/** The same within a bar that has more in it. */
export function FilterControls({ filters, operation }: Bar) {
  const w = words.value;
  const asked = query.value;
  const set = filters.filter(({ name }) => asked.has(name));
  return (
    <>
      {filters
        .filter(({ kind }) => kind !== 'hidden')
        .map((filter) => (
          <Control key={filter.name} filter={filter} value={asked.get(filter.name) ?? ''} />
        ))}
      {set.length > 0 && (
        <button
          type="button"
          class="bare"
          onClick={() => goWith(Object.fromEntries(set.map(({ name }) => [name, undefined])))}
        >
          {w.clear}
        </button>
      )}
      {set.length > 0 && operation && <SaveView filters={set} operation={operation} />}
    </>
  );
}

function Control({
  filter: { name, label, kind, options = [] },
  value,
}: {
  readonly filter: Filter;
  readonly value: string;
}) {
  if (kind === 'find')
    return (
      <label class="find">
        <span class="unseen">{label}</span>
        <Icon name="search" />
        <input
          type="search"
          placeholder={label}
          value={value}
          onInput={(e) => goWith({ [name]: e.currentTarget.value })}
        />
        <kbd>/</kbd>
      </label>
    );
  if (kind === 'choice')
    return (
      <label>
        {label}
        <select value={value} onChange={(e) => goWith({ [name]: e.currentTarget.value })}>
          <option value="">{words.value.all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <label>
      {label}
      {kind === 'day' ? (
        <input type="date" value={value} onChange={(e) => goWith({ [name]: e.currentTarget.value })} />
      ) : (
        <input
          class="short"
          inputmode="decimal"
          value={value}
          onChange={(e) => goWith({ [name]: typedDecimal(e.currentTarget.value) })}
        />
      )}
    </label>
  );
}

/** Kept by the service, so that it is there on the phone too, and for AI apps. */
function SaveView({ filters, operation }: { readonly filters: readonly Filter[]; readonly operation: string }) {
  const w = words.value;
  const [name, setName] = useState<string>();
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { name, list: operation, query: queryOf(filters) };
    const { id } = await call<{ id: string }>('saved-filters', { method: 'POST', body });
    changed('saved-filters');
    go(`${path.value}?view=${id}`);
  };
  if (name === undefined)
    return (
      <button type="button" class="bare" onClick={() => setName('')}>
        <Icon name="save" />
        {w.saveView}
      </button>
    );
  return (
    <form class="inline" onSubmit={(e) => void save(e)}>
      <input
        aria-label={w.nameView}
        placeholder={w.nameView}
        required
        autofocus
        value={name}
        onInput={(e) => setName(e.currentTarget.value)}
      />
      <button type="submit">{w.saveView}</button>
    </form>
  );
}

/** `sale_date[gte]` of the address is `{ sale_date: { gte } }` of a kept view. */
function queryOf(filters: readonly Filter[]): Record<string, unknown> {
  const kept: Record<string, Record<string, unknown> | string> = {};
  for (const { name, as = name } of filters) {
    const value = query.value.get(name) ?? '';
    const [, field = as, bound] = /^(.+)\[(\w+)\]$/.exec(as) ?? [];
    const before = kept[field];
    kept[field] = bound === undefined ? value : { ...(typeof before === 'object' ? before : {}), [bound]: value };
  }
  return kept;
}
