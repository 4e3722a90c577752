import { useAll, useRead } from '../../api/cache.ts';
import { query } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { ArchiveAction } from '../../kit/archive-action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { longDay } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { dimensionChanges } from './dimensions.tsx';

type DimensionValue = {
  readonly id: string;
  readonly dimension_id: string;
  readonly path: readonly string[];
  readonly code: string;
  readonly name: string;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
  readonly status: string;
  readonly version: number;
};

const base = 'dimension-values';
const dimensionSource = { path: 'dimensions?status=active', label: 'name' } as const;

/** A value is a part of another of its dimension, once that is known. */
function fieldsOf(dimension: string | undefined): readonly Field[] {
  const w = words.value.dimensions;
  const own = { path: `${base}?status=active&dimension_id=${dimension}`, label: 'name', note: 'code' };
  return [
    { name: 'code', label: w.code, isRequired: true, hint: w.codeHint },
    { name: 'name', label: w.name, isRequired: true },
    ...(dimension ? [{ name: 'parent_id', label: w.parent, kind: 'record', source: own } as const] : []),
    { name: 'starts_on', label: w.startsOn, kind: 'day' },
    { name: 'ends_on', label: w.endsOn, kind: 'day' },
  ];
}

/** The projects, cost centres and so on of one dimension, or of all. */
export function DimensionValues() {
  const w = words.value.dimensions;
  const dimension = query.value.get('dimension_id') ?? '';
  const dimensions = useAll<{ readonly id: string; readonly name: string }>('dimensions?fields=name').rows;
  return (
    <ListScreen<DimensionValue>
      title={w.values}
      list={{ path: base, fields: 'code,name,path,starts_on,ends_on,status', sort: 'code' }}
      views={[
        { name: 'active', title: words.value.list.active, query: 'status=active' },
        { name: 'archived', title: words.value.list.archived, query: 'status=archived' },
      ]}
      filters={[
        { name: 'q', label: words.value.list.find, kind: 'find' },
        {
          name: 'dimension_id',
          label: w.dimension,
          kind: 'choice',
          options: dimensions.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      empty={{ title: w.noValues }}
      actions={
        <ActionButton
          label={w.createValue}
          path={base}
          needs="ledger:manage"
          fields={[
            { name: 'dimension_id', label: w.dimension, kind: 'record', isRequired: true, source: dimensionSource },
            ...fieldsOf(dimension),
          ]}
          start={{ dimension_id: dimension }}
          changes={dimensionChanges}
          isPrimary
        />
      }
      panel={(id) => <ValuePanel key={id} id={id} />}
      columns={[
        { key: 'code', title: w.code, width: '9rem', phone: 'note', cell: ({ code }) => code },
        { key: 'name', title: w.name, width: 'minmax(8rem, 1fr)', phone: 'lead', cell: ({ name }) => name },
        { key: 'parent', title: w.parent, isExtra: true, cell: ({ path }) => path.slice(0, -1).join(' › ') },
        { key: 'ends', title: w.endsOn, width: '9rem', isExtra: true, cell: ({ ends_on: day }) => day && longDay(day) },
      ]}
    />
  );
}

function ValuePanel({ id }: { readonly id: string }) {
  const w = words.value.dimensions;
  const { data: one, problem } = useRead<DimensionValue>(`dimension-values/${id}`);
  const dimension = useRead<{ readonly name: string }>(one && `dimensions/${one.dimension_id}`).data;
  const act = { needs: 'ledger:manage', changes: dimensionChanges };
  return (
    <Panel
      eyebrow={dimension?.name ?? w.values}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            <EditButton {...act} path={`dimension-values/${id}`} fields={fieldsOf(one.dimension_id)} />
            <ArchiveAction
              {...act}
              archive={`dimension-values/${id}/archive`}
              restore={`dimension-values/${id}/restore`}
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
              [w.code, one.code],
              [w.parent, one.path.slice(0, -1).join(' › ')],
              [w.startsOn, one.starts_on && longDay(one.starts_on)],
              [w.endsOn, one.ends_on && longDay(one.ends_on)],
            ]}
          />
          <a href={`/journal?dimension_value_id=${id}`}>{w.toEntries}</a>
        </>
      )}
    </Panel>
  );
}
