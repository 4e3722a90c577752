import assert from 'node:assert/strict';
import type { Task } from '../task.ts';

export const stock: readonly Task[] = [
  {
    say: 'What should we reorder?',
    do: async ({ find }) => {
      const { data } = await find('reorder suggestions', {});
      assert.deepEqual(
        data.map(({ sku }: { sku: string }) => sku),
        ['INK-B'],
      );
    },
  },
  {
    say: 'Kroon delivered 50 ink bottles at 2.40.',
    do: async ({ use }) => {
      const delivery = { type: 'purchase_receipt', variant_id: 'INK-B', quantity: '50', unit_cost: '2.40' };
      const movement = await use('create_stock_movement', { ...delivery, idempotency_key: 'kroon' });
      assert.equal(movement.quantity, '50', JSON.stringify(movement));
    },
  },
  {
    say: 'I count 60 fountain pens on the shelf... no, 190.',
    do: async ({ use }, { look }) => {
      const { data } = await use('list_stock_levels', { sku: 'PEN-F', fields: ['variant_id', 'on_hand'] });
      const line = { variant_id: 'PEN-F', counted: '190', expected_on_hand: data[0].on_hand };
      await use('create_stock_count', { lines: [line], idempotency_key: 'count' });
      assert.equal((await look('list_stock_levels', { sku: 'PEN-F' })).data[0].on_hand, '190');
    },
  },
  {
    say: 'Add a new product: sealing wax, 7.50 with tax, SKU WAX.',
    do: async ({ use }) => {
      const wax = { type: 'good', name: 'Sealing wax', sku: 'WAX', price: '7.50', price_includes_tax: true };
      assert.equal((await use('create_product', { ...wax, idempotency_key: 'wax' })).name, 'Sealing wax');
    },
  },
  {
    say: 'The fountain pen costs 52 now.',
    do: async ({ find }, { look }) => {
      await find('update price of variant', { id: 'PEN-F', price: '52' });
      assert.equal((await look('list_variants', { sku: 'PEN-F' })).data[0].price, '52.00');
    },
  },
];
