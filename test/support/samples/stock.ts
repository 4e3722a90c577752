import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from '../shop/fill.ts';
import { anotherNumber, lifecycle, type Make, of, type Samples } from './make.ts';
import { newProduct } from './products.ts';

const newPlace: Make = ({ fresh }) => ({ name: fresh('place'), code: `P${randomBytes(4).toString('hex')}` });

/** A busy machine takes its time to make the reservation that is to end so soon. */
const soonMs = 1_500;
/** Limit of one release: another number in each call, and never too few for the due ones. */
let expiring = 100;

const heldGoods: Make = ({ fresh, ids }) => ({ variant_id: ids['variant'], quantity: '1', note: fresh('held') });

/** Answers after how many milliseconds it ends; on a busy machine a short while may be over before it is asked for. */
async function holdShortly(shop: Shop, goods: object, forMs = soonMs): Promise<number> {
  try {
    const expires_at = new Date(Date.now() + forMs).toISOString();
    await shop.call('create_stock_reservation', { ...goods, expires_at });
    return forMs;
  } catch (error) {
    if (forMs > 30_000) throw error;
    return holdShortly(shop, goods, forMs * 4);
  }
}

const newTransfer: Make = ({ fresh, ids }) => ({
  to_location_id: ids['loc'],
  note: fresh('transfer'),
  lines: [{ variant_id: ids['variant'], quantity: '1' }],
});
const sentTransfer: Make = async (shop, person) => ({ ...(await newTransfer(shop, person)), send: true });

/** A variant of its own of which there is little. */
const scarce = async ({ call, fresh }: Shop): Promise<string> => {
  const { variants } = await call('create_product', { name: fresh('scarce'), price: '1.00' });
  const [{ id: variant_id }] = variants;
  await call('create_stock_movement', { type: 'opening', variant_id, quantity: '2', unit_cost: '0.50' });
  return variant_id;
};

const newCount: Make = async (shop) => ({ variant_ids: [await scarce(shop)], note: shop.fresh('count') });
const countedCount: Make = async (shop) => {
  const variant_id = await scarce(shop);
  const { id } = await shop.call('open_stock_count', { variant_ids: [variant_id], note: shop.fresh('count') });
  await shop.call('update_stock_count', { id, lines: [{ variant_id, counted: '1', note: shop.fresh('counted') }] });
  return { id };
};
const submittedCount: Make = async (shop, person) => {
  const { id } = await countedCount(shop, person);
  await shop.call('submit_stock_count', { id });
  return { id };
};

export const stockSamples: Samples = {
  ...lifecycle('location', newPlace, { type: 'warehouse' }),
  create_stock_movement: ({ fresh, ids }) => ({
    type: 'purchase_receipt',
    variant_id: ids['variant'],
    quantity: '3',
    unit_cost: '4.50',
    note: fresh('note'),
  }),
  create_stock_reservation: heldGoods,
  release_stock_reservation: of('create_stock_reservation', heldGoods),
  expire_stock_reservations: async (shop, person) => {
    const goods = await heldGoods(shop, person);
    await sleep(await holdShortly(shop, goods));
    expiring += 1;
    return { limit: expiring };
  },
  create_stock_transfer: newTransfer,
  update_stock_transfer: of('create_stock_transfer', newTransfer, { expected_on: '2099-01-01' }),
  send_stock_transfer: of('create_stock_transfer', newTransfer),
  receive_stock_transfer: of('create_stock_transfer', sentTransfer),
  cancel_stock_transfer: of('create_stock_transfer', sentTransfer),
  open_stock_count: newCount,
  update_stock_count: async (shop) => {
    const variant_id = await scarce(shop);
    const { id } = await shop.call('open_stock_count', { variant_ids: [variant_id] });
    return { id, lines: [{ variant_id, counted: '1', note: shop.fresh('counted') }] };
  },
  submit_stock_count: countedCount,
  apply_stock_count: submittedCount,
  discard_stock_count: of('open_stock_count', newCount),
  set_stock_thresholds: async (shop) => ({
    variant_id: await scarce(shop),
    reorder_point: '3',
    reorder_quantity: String(anotherNumber()),
  }),
  change_costing_method: () => ({ costing_method: 'fifo' }),
  create_stock_count: async (shop, person) => {
    const product = await shop.call('create_product', { ...(await newProduct(shop, person)) });
    const line = { variant_id: product.variants[0].id, expected_on_hand: '0', counted: '0' };
    return { lines: [line], note: shop.fresh('count') };
  },
};
