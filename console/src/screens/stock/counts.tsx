import { ListScreen } from '../../frames/list-screen.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { go } from '../../app/router.ts';
import { State } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type Row = {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly effective_date: string;
  readonly line_count: number;
  readonly difference_count: number;
  readonly value: string | null;
  readonly note: string | null;
};

export function StockCounts() {
  const w = words.value.stockRoom;
  return (
    <ListScreen<Row>
      title={w.counts}
      list={{
        path: 'stock/counts',
        fields: 'number,status,effective_date,line_count,difference_count,value,note',
        sort: '-created_at',
      }}
      empty={{ title: w.emptyCounts, hint: w.emptyCountsHint }}
      actions={
        <ActionButton
          label={w.newCount}
          path="stock/counts/open"
          needs="stock:write"
          fields={[
            {
              name: 'location_id',
              label: w.location,
              kind: 'record',
              source: { path: 'locations', label: 'name', isWhole: true },
            },
            {
              name: 'category_id',
              label: w.onlyCategory,
              kind: 'record',
              source: { path: 'product-categories', label: 'name', isWhole: true },
            },
            { name: 'note', label: w.note, isWide: true },
          ]}
          changes={['stock/counts']}
          onDone={({ id }) => go(`/stock/counts/${id}`)}
          isPrimary
        />
      }
      to={({ id }) => `/stock/counts/${id}`}
      columns={[
        {
          key: 'number',
          title: words.value.columns.number,
          width: '9rem',
          phone: 'lead',
          cell: ({ number }) => number,
        },
        {
          key: 'day',
          title: w.day,
          width: '7rem',
          phone: 'note',
          cell: ({ effective_date }) => listDay(effective_date),
        },
        { key: 'note', title: w.note, cell: ({ note }) => note },
        { key: 'lines', title: w.lines, width: '5rem', isFigure: true, cell: ({ line_count }) => line_count },
        {
          key: 'differences',
          title: w.differences,
          width: '7rem',
          isFigure: true,
          cell: ({ difference_count }) => difference_count,
        },
        {
          key: 'value',
          title: w.value,
          width: '7rem',
          isFigure: true,
          phone: 'amount',
          cell: ({ value }) => (value === null ? '' : money(value)),
        },
        {
          key: 'status',
          title: words.value.columns.status,
          width: '7rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
      ]}
    />
  );
}
