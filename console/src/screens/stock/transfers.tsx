import { useRead } from '../../api/cache.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { figure, listDay, moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { useLocationNames } from './location-names.ts';

type Row = {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly from_location_id: string;
  readonly to_location_id: string;
  readonly expected_on: string | null;
  readonly sent_at: string | null;
  readonly note: string | null;
};
type Transfer = Row & {
  readonly version: number;
  readonly lines: readonly {
    readonly variant_id: string;
    readonly name: string;
    readonly quantity: string;
    readonly received: string;
    readonly in_transit: string;
  }[];
};

export function StockTransfers() {
  const w = words.value.stockRoom;
  const nameOf = useLocationNames();
  return (
    <ListScreen<Row>
      title={w.transfers}
      list={{
        path: 'stock/transfers',
        fields: 'number,status,from_location_id,to_location_id,expected_on,sent_at,note',
        sort: '-created_at',
      }}
      create={{ href: '/stock/transfers/new', label: w.newTransfer, needs: 'stock:write' }}
      empty={{ title: w.emptyTransfers }}
      panel={(id) => <TransferPanel key={id} id={id} />}
      columns={[
        {
          key: 'number',
          title: words.value.columns.number,
          width: '9rem',
          phone: 'lead',
          cell: ({ number }) => number ?? words.value.states.draft,
        },
        { key: 'from', title: w.fromLocation, phone: 'note', cell: (row) => nameOf(row.from_location_id) },
        { key: 'to', title: w.toLocation, phone: 'amount', cell: (row) => nameOf(row.to_location_id) },
        {
          key: 'expected',
          title: w.expectedOn,
          isExtra: true,
          cell: ({ expected_on }) => expected_on && listDay(expected_on),
        },
        {
          key: 'status',
          title: words.value.columns.status,
          width: '8rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
      ]}
    />
  );
}

function TransferPanel({ id }: { readonly id: string }) {
  const w = words.value.stockRoom;
  const nameOf = useLocationNames();
  const { data: one, problem } = useRead<Transfer>(`stock/transfers/${id}`);
  const act = { needs: 'stock:write', changes: ['stock', 'variants', 'reports'] };
  return (
    <Panel
      eyebrow={w.transfers}
      title={one?.number ?? words.value.states.draft}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            {one.status === 'draft' && (
              <ActionButton {...act} label={w.send} path={`stock/transfers/${id}/send`} isPrimary />
            )}
            {one.status === 'in_transit' && (
              <ActionButton {...act} label={w.received} path={`stock/transfers/${id}/receive`} isPrimary />
            )}
            {one.status === 'draft' && (
              <EditButton
                {...act}
                path={`stock/transfers/${id}`}
                fields={[
                  { name: 'expected_on', label: w.expectedOn, kind: 'day' },
                  { name: 'note', label: w.note, isWide: true },
                ]}
              />
            )}
            {(one.status === 'draft' || one.status === 'in_transit') && (
              <ActionButton
                {...act}
                label={w.cancel}
                path={`stock/transfers/${id}/cancel`}
                warning={w.cancelHint}
                isDangerous
              />
            )}
          </>
        )
      }
    >
      {one && (
        <>
          <Facts
            of={[
              [words.value.columns.status, <State key="status" of={one.status} />],
              [w.fromLocation, nameOf(one.from_location_id)],
              [w.toLocation, nameOf(one.to_location_id)],
              [w.expectedOn, one.expected_on && listDay(one.expected_on)],
              [w.sentAt, one.sent_at && moment(one.sent_at)],
              [w.note, one.note],
            ]}
          />
          <ul class="entries">
            {one.lines.map((line) => (
              <li key={line.variant_id}>
                <span>{line.name}</span>
                <b class="figure">{figure(line.quantity)}</b>
                <small class="quiet">{filled(w.arrived, { n: figure(line.received) })}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

export function NewStockTransfer() {
  const w = words.value.stockRoom;
  const source = { path: 'locations', label: 'name', isWhole: true };
  return (
    <CreateScreen
      title={w.newTransfer}
      path="stock/transfers"
      back={{ href: '/stock/transfers', label: w.transfers }}
      to={({ id }) => `/stock/transfers?open=${id}`}
      changes={['stock', 'variants', 'reports']}
      start={{ send: true, lines: [{}] }}
      fields={[
        { name: 'from_location_id', label: w.fromLocation, kind: 'record', source, isRequired: true },
        { name: 'to_location_id', label: w.toLocation, kind: 'record', source, isRequired: true },
        { name: 'expected_on', label: w.expectedOn, kind: 'day' },
        { name: 'note', label: w.note },
        {
          name: 'lines',
          label: w.lines,
          kind: 'lines',
          columns: [
            {
              name: 'variant_id',
              label: w.article,
              kind: 'record',
              source: { path: 'variants', label: 'full_name', note: 'sku' },
              isRequired: true,
            },
            { name: 'quantity', label: w.quantity, kind: 'number', isRequired: true },
          ],
        },
        { name: 'send', label: w.sendAtOnce, kind: 'yes', isWide: true },
      ]}
    />
  );
}
