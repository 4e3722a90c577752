import { useRead } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, longDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { AssetActions } from './asset-actions.tsx';
import { type Asset, assetChanges, assetNeeds } from './asset.ts';

export function Assets() {
  const { fixedAssets: w, assets: title, columns, states } = words.value;
  return (
    <ListScreen<Asset>
      title={title}
      list={{
        path: 'assets',
        fields: 'name,class,status,cost,book_value,currency,acquired_on',
        sort: '-acquired_on',
      }}
      views={[
        { name: 'in_use', title: states.in_use, query: 'status=in_use' },
        { name: 'disposed', title: states.disposed, query: 'status=disposed' },
        { name: 'voided', title: states.voided, query: 'status=voided' },
      ]}
      filters={[{ name: 'q', label: words.value.list.find, kind: 'find' }]}
      create={{ href: '/assets/new', label: w.newAsset, needs: assetNeeds }}
      actions={
        <>
          <a class="button" href="/assets/register">
            {w.register}
          </a>
          <ActionButton
            label={words.value.spreading.run}
            path="assets/depreciation"
            needs={assetNeeds}
            changes={assetChanges}
          />
        </>
      }
      empty={{ title: w.noAssets, hint: w.noAssetsHint }}
      panel={(id) => <AssetPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          sort: 'name',
          title: w.name,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ name }) => name,
        },
        { key: 'class', title: w.class, isExtra: true, cell: (one) => named(w.classes, one.class) },
        {
          key: 'date',
          sort: 'acquired_on',
          title: w.acquiredOn,
          phone: 'note',
          cell: ({ acquired_on: day }) => listDay(day),
        },
        { key: 'status', title: columns.status, phone: 'mark', cell: ({ status }) => <State of={status} /> },
        {
          key: 'cost',
          sort: 'cost',
          title: w.cost,
          width: 'minmax(11rem, 1fr)',
          isFigure: true,
          cell: (one) => money(one.cost, one.currency),
        },
        {
          key: 'book_value',
          title: w.bookValue,
          isFigure: true,
          phone: 'amount',
          cell: (one) => money(one.book_value, one.currency),
        },
      ]}
    />
  );
}

function AssetPanel({ id }: { readonly id: string }) {
  const w = words.value.fixedAssets;
  const { data: one, problem } = useRead<Asset>(`assets/${id}`);
  return (
    <Panel
      eyebrow={one ? named(w.classes, one.class) : ''}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={one && one.status !== 'voided' && <AssetActions of={one} />}
    >
      {one && (
        <>
          <p class="amount">
            {money(one.book_value, one.currency)} <State of={one.status} />
          </p>
          <AssetFacts of={one} />
          <Parts of={one} />
        </>
      )}
    </Panel>
  );
}

function AssetFacts({ of: one }: { readonly of: Asset }) {
  const w = words.value.fixedAssets;
  const bill = homeOf(one.expense_id);
  const { disposal } = one;
  const sale = homeOf(disposal?.sale_id ?? null);
  const { sources } = words.value.books;
  return (
    <Facts
      of={[
        [w.cost, money(one.cost, one.currency)],
        [w.accumulated, money(one.accumulated_depreciation, one.currency)],
        [w.residual, Number(one.residual_value) > 0 && money(one.residual_value, one.currency)],
        [w.acquiredOn, longDay(one.acquired_on)],
        [w.inUseFrom, one.in_use_from !== one.acquired_on && longDay(one.in_use_from)],
        [w.method, named(w.methods, one.method)],
        [w.life, one.life_months === null ? null : String(one.life_months)],
        [w.rate, one.yearly_rate],
        [w.serial, one.serial_number],
        [w.location, one.location],
        [words.value.spreading.source, bill !== undefined && <a href={bill}>{sources.expense}</a>],
        [w.disposedOn, disposal && longDay(disposal.date)],
        [w.proceeds, disposal && money(disposal.proceeds, one.currency)],
        [w.gain, disposal && money(disposal.gain, one.currency)],
        [w.soldBy, sale !== undefined && <a href={sale}>{sources.sale}</a>],
        [words.value.spreading.reason, disposal?.reason ?? one.void_reason],
      ]}
    />
  );
}

function Parts({ of: { parts, currency } }: { readonly of: Asset }) {
  const w = words.value.fixedAssets;
  return (
    <table class="lines">
      <caption class="unseen">{w.plan}</caption>
      <tbody>
        {parts.map(({ kind, due_date: due, amount, posted_on: posted, journal_entry_id: entry }) => (
          <tr key={`${due} ${kind}`}>
            <td>
              {entry === null ? longDay(due) : <a href={`/journal?open=${entry}`}>{longDay(posted ?? due)}</a>}
              {kind !== 'depreciation' && <small class="quiet"> {named(w.partKinds, kind)}</small>}
              {posted !== null && posted !== due && <small class="quiet"> {longDay(due)}</small>}
            </td>
            <td class="figure">{money(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
