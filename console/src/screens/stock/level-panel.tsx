import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { figure, listDay, money, moment } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { AdjustStock, ReceiveGoods } from './movement-actions.tsx';
import type { Level, Movement } from './level.ts';

/** A variant at a location, by both their ids. */
export function LevelPanel({ id }: { readonly id: string }) {
  const w = words.value.stockRoom;
  const [variant = '', location = ''] = id.split('.');
  const { data, problem } = useRead<Page<Level>>(`stock/levels?variant_id=${variant}&location_id=${location}`);
  const level = data?.data[0];
  const moved = useRead<Page<Movement>>(
    `stock/movements?variant_id=${variant}&location_id=${location}&limit=12&sort=-occurred_at`,
  ).data?.data;
  const place = { variant_id: variant, location_id: location };
  return (
    <Panel
      eyebrow={level?.location_name}
      title={level?.name ?? w.article}
      isLoaded={level !== undefined}
      problem={problem}
      href={`/products/${level?.product_id}`}
      actions={
        <>
          <ReceiveGoods at={place} />
          <AdjustStock at={place} />
          <ActionButton
            label={w.thresholds}
            path="stock/levels"
            method="PATCH"
            needs="stock:manage"
            fields={[
              { name: 'low_stock_threshold', label: w.lowBelow, kind: 'number' },
              { name: 'reorder_point', label: w.reorderPoint, kind: 'number' },
              { name: 'reorder_quantity', label: w.reorderQuantity, kind: 'number' },
            ]}
            start={level ?? {}}
            body={place}
            changes={['stock', 'reports']}
          />
        </>
      }
    >
      {level && (
        <Facts
          of={[
            [w.onHand, figure(level.on_hand)],
            [w.reserved, figure(level.reserved)],
            [w.available, figure(level.available)],
            [w.inTransit, level.in_transit !== '0' && figure(level.in_transit)],
            [w.sku, level.sku],
            [w.averageCost, level.average_cost && money(level.average_cost)],
            [w.value, level.value && money(level.value)],
            [w.lowBelow, level.low_stock_threshold && figure(level.low_stock_threshold)],
            [w.reorderPoint, level.reorder_point && figure(level.reorder_point)],
            [w.counted, level.last_counted_at && moment(level.last_counted_at)],
          ]}
        />
      )}
      <PanelHeading>{w.movements}</PanelHeading>
      <ul class="entries">
        {moved?.map((one) => (
          <li key={one.id}>
            <span>{named(w.types, one.type)}</span>
            <b class="figure">{figure(one.quantity)}</b>
            <small class="quiet">
              {listDay(one.effective_date)} · {figure(one.balance_after)}
              {one.note !== null && ` · ${one.note}`}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
