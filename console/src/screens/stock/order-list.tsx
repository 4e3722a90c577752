import { ListScreen } from '../../frames/list-screen.tsx';
import { figure } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type Suggestion = {
  readonly variant_id: string;
  readonly product_id: string;
  readonly name: string;
  readonly sku: string | null;
  readonly available: string;
  readonly in_transit: string;
  readonly demand: string;
  readonly days_of_cover: string | number | null;
  readonly suggested_quantity: string;
};

/** Order suggestions, from recent sales and stock on the way. */
export function OrderList() {
  const w = words.value.stockRoom;
  return (
    <ListScreen<Suggestion & { readonly id: string }>
      title={w.order}
      list={{
        path: 'stock/reorder-suggestions',
        fields: 'variant_id,product_id,name,sku,available,in_transit,demand,days_of_cover,suggested_quantity',
        sort: '',
      }}
      idOf={({ variant_id }) => variant_id}
      empty={{ title: w.emptyOrder, hint: w.emptyOrderHint }}
      to={({ product_id }) => `/products/${product_id}`}
      columns={[
        { key: 'name', title: w.article, width: 'minmax(9rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        { key: 'sku', title: w.sku, phone: 'note', cell: ({ sku }) => sku },
        { key: 'available', title: w.available, isFigure: true, cell: ({ available }) => figure(available) },
        { key: 'incoming', title: w.inTransit, isFigure: true, cell: ({ in_transit }) => figure(in_transit) },
        { key: 'demand', title: w.demand, isFigure: true, cell: ({ demand }) => figure(demand) },
        {
          key: 'cover',
          title: w.cover,
          isFigure: true,
          phone: 'mark',
          cell: ({ days_of_cover }) => (days_of_cover === null ? '' : figure(String(days_of_cover))),
        },
        {
          key: 'order',
          title: w.toOrder,
          isFigure: true,
          phone: 'amount',
          cell: ({ suggested_quantity }) => figure(suggested_quantity),
        },
      ]}
    />
  );
}
