import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { figure, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { ReceiveGoods } from './movement-actions.tsx';
import { LevelPanel } from './level-panel.tsx';
import type { Level } from './level.ts';

export function StockLevels() {
  const w = words.value.stockRoom;
  return (
    <ListScreen<Level & { readonly id: string }>
      title={w.levels}
      list={{
        path: 'stock/levels',
        fields:
          'variant_id,product_id,name,sku,location_id,location_name,on_hand,available,in_transit,value,is_low,is_out',
        sort: 'name',
        operation: 'list_stock_levels',
      }}
      idOf={({ variant_id, location_id }) => `${variant_id}.${location_id}`}
      views={[
        { name: 'all', title: words.value.views.all, query: '' },
        { name: 'low', title: w.low, query: 'is_low=true' },
        { name: 'out', title: w.out, query: 'is_out=true' },
      ]}
      filters={[{ name: 'sku', label: w.sku, kind: 'find' }]}
      empty={{ title: w.emptyLevels, hint: w.emptyLevelsHint }}
      actions={<ReceiveGoods />}
      panel={(id) => <LevelPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: w.article,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          sort: 'name',
          cell: ({ name }) => name,
        },
        { key: 'sku', title: w.sku, isExtra: true, cell: ({ sku }) => sku },
        { key: 'location', title: w.location, phone: 'note', cell: ({ location_name }) => location_name },
        {
          key: 'state',
          title: words.value.columns.status,
          width: '7rem',
          phone: 'mark',
          cell: ({ is_out, is_low }) => (is_out ? <State of="out" /> : is_low ? <State of="low" /> : ''),
        },
        {
          key: 'available',
          title: w.available,
          width: '6rem',
          isFigure: true,
          isExtra: true,
          cell: ({ available }) => figure(available),
        },
        {
          key: 'on_hand',
          sort: 'on_hand',
          title: w.onHand,
          width: '6rem',
          isFigure: true,
          phone: 'amount',
          cell: ({ on_hand }) => figure(on_hand),
        },
        {
          key: 'value',
          title: w.value,
          width: '7rem',
          isFigure: true,
          isExtra: true,
          cell: ({ value }) => (value === null ? '' : money(value)),
        },
      ]}
    />
  );
}
