import { randomBytes } from 'node:crypto';
import { lifecycle, type Make, type Samples } from './make.ts';
import { newProduct } from './products.ts';

const newPlace: Make = ({ fresh }) => ({ name: fresh('place'), code: `P${randomBytes(4).toString('hex')}` });

export const stockSamples: Samples = {
  ...lifecycle('location', newPlace, { type: 'warehouse' }),
  create_stock_movement: ({ fresh, ids }) => ({
    ...{ type: 'purchase_receipt', variant_id: ids['variant'], quantity: '3', unit_cost: '4.50', note: fresh('note') },
  }),
  change_costing_method: () => ({ costing_method: 'fifo' }),
  create_stock_count: async (shop, person) => {
    const product = await shop.call('create_product', { ...(await newProduct(shop, person)) });
    const line = { variant_id: product.variants[0].id, expected_on_hand: '0', counted: '0' };
    return { lines: [line], note: shop.fresh('count') };
  },
};
