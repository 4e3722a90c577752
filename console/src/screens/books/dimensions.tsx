import { useRead } from '../../api/cache.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { ArchiveAction } from '../../kit/archive-action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { longDay } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';

type Requirement = {
  readonly account_types: readonly string[];
  readonly account_ranges: readonly { readonly first: string; readonly last: string }[];
  readonly since: string;
};

type Dimension = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly required_for: Requirement | null;
  readonly value_count: number;
  readonly status: string;
  readonly version: number;
};

const base = 'dimensions';
export const dimensionChanges = [base, 'dimension-values', 'reports'];

/** Types of accounts that may require one. */
const resultTypes = ['revenue', 'other_income', 'cost_of_goods_sold', 'expense', 'other_expense'];

function fieldsOf(): readonly Field[] {
  const w = words.value.dimensions;
  const options = optionsOf(words.value.books.accounts.types).filter(({ value }) => resultTypes.includes(value));
  const required = { group: w.requiredBy, whole: 'required_for', isWide: true };
  return [
    { name: 'name', label: w.name, isRequired: true, placeholder: w.nameExample },
    { name: 'description', label: w.about, kind: 'area' },
    { ...required, name: 'required_for.account_types', label: w.requiredTypes, kind: 'many', options },
    {
      ...required,
      name: 'required_for.account_ranges',
      label: w.requiredRanges,
      kind: 'lines',
      hint: w.rangesHint,
      columns: [
        { name: 'first', label: w.firstCode, isRequired: true },
        { name: 'last', label: w.lastCode, isRequired: true },
      ],
    },
    { ...required, name: 'required_for.since', label: w.requiredSince, kind: 'day' },
  ];
}

/** Cost centres, projects and whatever else income and costs are told apart by. */
export function Dimensions() {
  const w = words.value.dimensions;
  return (
    <ListScreen<Dimension>
      title={w.title}
      list={{ path: base, fields: 'name,description,value_count,status', sort: 'created_at' }}
      views={[
        { name: 'active', title: words.value.list.active, query: 'status=active' },
        { name: 'archived', title: words.value.list.archived, query: 'status=archived' },
      ]}
      empty={{ title: w.empty, hint: w.emptyHint }}
      actions={
        <ActionButton
          label={w.create}
          path={base}
          needs="ledger:manage"
          fields={fieldsOf()}
          changes={dimensionChanges}
          isPrimary
        />
      }
      panel={(id) => <DimensionPanel key={id} id={id} />}
      columns={[
        { key: 'name', title: w.name, width: 'minmax(8rem, 1fr)', phone: 'lead', cell: ({ name }) => name },
        {
          key: 'about',
          title: w.about,
          width: 'minmax(8rem, 2fr)',
          phone: 'note',
          isExtra: true,
          cell: ({ description }) => description,
        },
        {
          key: 'values',
          title: w.values,
          isFigure: true,
          width: '7rem',
          phone: 'amount',
          cell: ({ value_count: count }) => count,
        },
      ]}
    />
  );
}

function DimensionPanel({ id }: { readonly id: string }) {
  const w = words.value.dimensions;
  const { data: one, problem } = useRead<Dimension>(`dimensions/${id}`);
  const act = { needs: 'ledger:manage', changes: dimensionChanges };
  return (
    <Panel
      eyebrow={w.title}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            <EditButton {...act} path={`dimensions/${id}`} fields={fieldsOf()} />
            <ArchiveAction
              {...act}
              archive={`dimensions/${id}/archive`}
              restore={`dimensions/${id}/restore`}
              isArchived={one.status === 'archived'}
            />
          </>
        )
      }
    >
      {one && (
        <>
          <Facts
            of={[
              [words.value.columns.status, <State key="status" of={one.status} />],
              [w.about, one.description],
              [w.values, String(one.value_count)],
              [w.requiredBy, one.required_for && accountsOf(one.required_for)],
              [w.requiredSince, one.required_for && longDay(one.required_for.since)],
            ]}
          />
          <a href={`/dimension-values?dimension_id=${id}`}>{w.toValues}</a>
          <a href={`/reports/profit-by-dimension?dimension_id=${id}`}>{w.toReport}</a>
        </>
      )}
    </Panel>
  );
}

function accountsOf({ account_types: types, account_ranges: ranges }: Requirement): string {
  const t = words.value.books.accounts;
  const codes = ranges.map(({ first, last }) => (first === last ? first : `${first}–${last}`));
  return [...types.map((type) => named(t.types, type)), ...codes].join(', ');
}
