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
  /** A hidden one comes by a link, or is shown by another. */
  readonly kind: 'find' | 'period' | 'day' | 'money' | 'choice' | 'hidden';
  readonly options?: readonly Option[];
};

/** A field with a day: a period that moves on with today, or a first and a last day. */
export function daysOf(field: string): readonly Filter[] {
  const { statement, from, until } = words.value;
  return [
    { name: 'period', as: `${field}[period]`, label: statement.period, kind: 'period' },
    { name: 'from', as: `${field}[gte]`, label: from, kind: 'hidden' },
    { name: 'until', as: `${field}[lte]`, label: until, kind: 'hidden' },
  ];
}

/** What the address asks of a list, as the service calls it. */
export function askedBy(filters: readonly Filter[]): [name: string, value: string][] {
  return filters.flatMap(({ name, as = name, moment }) => {
    const value = query.value.get(name);
    const time = { start: 'T00:00:00Z', end: 'T23:59:59Z', day: '' }[moment ?? 'day'];
    return value ? [[as, `${value}${time}`]] : [];
  });
}

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
  if (kind === 'period') return <PeriodControl label={label} value={value} />;
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
  if (kind === 'day') return <DayControl name={name} label={label} />;
  return (
    <label>
      {label}
      <input
        class="short"
        inputmode="decimal"
        value={value}
        onChange={(e) => goWith({ [name]: typedDecimal(e.currentTarget.value) })}
      />
    </label>
  );
}

function DayControl({ name, label }: { readonly name: string; readonly label: string }) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={query.value.get(name) ?? ''}
        onChange={(e) => goWith({ [name]: e.currentTarget.value })}
      />
    </label>
  );
}

/** Days of one's own are asked for only after they were chosen: most people want the last month. */
function PeriodControl({ label, value }: { readonly label: string; readonly value: string }) {
  const { all, periods, from, until } = words.value;
  const [wantsOwn, setWantsOwn] = useState(false);
  const hasOwn = ['from', 'until'].some((name) => query.value.has(name));
  const chosen = value === '' && (wantsOwn || hasOwn) ? 'own' : value;
  const choose = (next: string) => {
    setWantsOwn(next === 'own');
    goWith(next === 'own' ? { period: undefined } : { period: next, from: undefined, until: undefined });
  };
  return (
    <>
      <label>
        {label}
        <select value={chosen} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="">{all}</option>
          {Object.entries(periods).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {chosen === 'own' && (
        <>
          <DayControl name="from" label={from} />
          <DayControl name="until" label={until} />
        </>
      )}
    </>
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
