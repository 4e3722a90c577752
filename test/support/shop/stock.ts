import { type Fill, firstOf } from './fill.ts';

export const fillStock: Fill = async (hands, { variant }) => {
  const { call, fresh } = hands;
  const location = await call('create_location', { name: fresh('place'), code: 'SECOND' });
  await call('create_stock_movement', {
    variant_id: variant.id,
    note: fresh('reason'),
    type: 'purchase_receipt',
    quantity: '1000',
    unit_cost: '4.00',
  });
  const count = await call('create_stock_count', {
    lines: [{ variant_id: variant.id, expected_on_hand: '1000', counted: '999' }],
    note: fresh('count'),
  });
  const low = await call('create_product', { name: fresh('scarce'), price: '1.00', low_stock_threshold: '3' });
  const scarce = low.variants[0].id;
  await call('create_stock_movement', { type: 'opening', variant_id: scarce, quantity: '2', unit_cost: '0.50' });
  const held = { variant_id: variant.id, quantity: '1', note: fresh('held') };
  const reservation = await call('create_stock_reservation', held);
  const transfer = await call('create_stock_transfer', {
    to_location_id: location.id,
    note: fresh('transfer'),
    send: true,
    lines: [{ variant_id: variant.id, quantity: '2' }],
  });
  return { location, count, reservation, transfer, movement: await firstOf(hands, 'list_stock_movements') };
};
