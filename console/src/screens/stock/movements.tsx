import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { figure, listDay } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import type { Movement } from './level.ts';

/** Everything that came in or went out, newest first. */
export function StockMovements() {
  const w = words.value.stockRoom;
  return (
    <ListScreen<Movement>
      title={w.movements}
      list={{
        path: 'stock/movements',
        fields: 'type,variant_id,product_id,name,sku,quantity,balance_after,effective_date,note,reason_code,source',
        sort: '-occurred_at',
      }}
      filters={[
        {
          name: 'type',
          label: w.kind,
          kind: 'choice',
          options: Object.entries(w.types).map(([value, label]) => ({ value, label })),
        },
        ...daysOf('effective_date'),
        { name: 'variant_id', label: w.article, kind: 'hidden' },
      ]}
      empty={{ title: w.emptyMovements }}
      columns={[
        {
          key: 'day',
          title: w.day,
          width: '7rem',
          phone: 'note',
          cell: ({ effective_date }) => listDay(effective_date),
        },
        { key: 'name', title: w.article, width: 'minmax(9rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        { key: 'type', title: w.kind, phone: 'mark', cell: ({ type }) => named(w.types, type) },
        {
          key: 'note',
          title: w.note,
          cell: ({ note, reason_code }) => note ?? (reason_code && named(w.reasons, reason_code)),
        },
        {
          key: 'quantity',
          title: w.quantity,
          width: '6rem',
          isFigure: true,
          phone: 'amount',
          cell: ({ quantity }) => figure(quantity),
        },
        {
          key: 'after',
          title: w.after,
          width: '6rem',
          isFigure: true,
          cell: ({ balance_after }) => figure(balance_after),
        },
      ]}
    />
  );
}
