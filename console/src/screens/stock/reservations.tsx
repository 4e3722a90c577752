import { useRead } from '../../api/cache.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { figure, moment } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { useLocationNames } from './location-names.ts';

type Reservation = {
  readonly id: string;
  readonly name: string;
  readonly sku: string | null;
  readonly product_id: string;
  readonly location_id: string;
  readonly quantity: string;
  readonly status: string;
  readonly expires_at: string;
  readonly ended_at: string | null;
  readonly source: { readonly type: string; readonly id: string } | null;
  readonly note: string | null;
  readonly version: number;
};

const changes = ['stock', 'variants', 'reports'];

/** Goods kept for somebody. */
export function StockReservations() {
  const { stockRoom: shelf, reserving: w, stockReservations, states, views, columns } = words.value;
  const nameOf = useLocationNames();
  return (
    <ListScreen<Reservation>
      title={stockReservations}
      list={{
        path: 'stock/reservations',
        fields: 'name,sku,location_id,quantity,status,expires_at',
        sort: '-created_at',
      }}
      views={[
        { name: 'active', title: states.active, query: 'status=active' },
        { name: 'all', title: views.all, query: '' },
      ]}
      create={{ href: '/stock/reservations/new', label: w.create, needs: 'stock:write' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      panel={(id) => <ReservationPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: shelf.article,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        { key: 'sku', title: shelf.sku, isExtra: true, cell: ({ sku }) => sku },
        { key: 'location', title: shelf.location, isExtra: true, cell: ({ location_id }) => nameOf(location_id) },
        {
          key: 'until',
          title: w.until,
          sort: 'expires_at',
          width: 'minmax(9rem, 1fr)',
          phone: 'note',
          cell: ({ expires_at }) => moment(expires_at),
        },
        {
          key: 'status',
          title: columns.status,
          width: '8rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
        {
          key: 'quantity',
          title: shelf.quantity,
          width: '6rem',
          isFigure: true,
          phone: 'amount',
          cell: ({ quantity }) => figure(quantity),
        },
      ]}
    />
  );
}

function ReservationPanel({ id }: { readonly id: string }) {
  const { stockRoom: shelf, reserving: w, stockReservations } = words.value;
  const nameOf = useLocationNames();
  const { data: one, problem } = useRead<Reservation>(`stock/reservations/${id}`);
  return (
    <Panel
      eyebrow={stockReservations}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      {...(one && { href: `/products/${one.product_id}` })}
      actions={
        one?.status === 'active' && (
          <ActionButton
            label={w.release}
            path={`stock/reservations/${id}/release`}
            needs="stock:write"
            warning={w.releaseHint}
            body={{ version: one.version }}
            changes={changes}
            letter="r"
          />
        )
      }
    >
      {one && (
        <>
          <p class="amount">
            {figure(one.quantity)} <State of={one.status} />
          </p>
          <Facts
            of={[
              [shelf.sku, one.sku],
              [shelf.location, nameOf(one.location_id)],
              [w.until, moment(one.expires_at)],
              [w.ended, one.ended_at && moment(one.ended_at)],
              [w.sale, one.source && <a href={`/sales/${one.source.id}`}>{words.value.sell.sale.open}</a>],
              [shelf.note, one.note],
            ]}
          />
        </>
      )}
    </Panel>
  );
}

export function NewStockReservation() {
  const { stockRoom: shelf, reserving: w, stockReservations } = words.value;
  return (
    <CreateScreen
      title={w.create}
      path="stock/reservations"
      back={{ href: '/stock/reservations', label: stockReservations }}
      to={({ id }) => `/stock/reservations?open=${id}`}
      changes={changes}
      fields={[
        {
          name: 'variant_id',
          label: shelf.article,
          kind: 'record',
          source: { path: 'variants', label: 'full_name', note: 'sku' },
          isRequired: true,
          isWide: true,
        },
        { name: 'quantity', label: shelf.quantity, kind: 'number', isRequired: true },
        {
          name: 'location_id',
          label: shelf.location,
          kind: 'record',
          source: { path: 'locations', label: 'name', isWhole: true },
        },
        { name: 'note', label: shelf.note, isWide: true },
      ]}
    />
  );
}
