import type { Day } from '../business.ts';

const reasons = ['damaged', 'found', 'lost', 'own_use'];

/** Goods come in at ever other prices, go back, break and turn up. */
export const moveStock: Day = {
  name: 'move stock',
  weight: 3,
  needs: ['create_stock_movement'],
  run: async ({ dice, amount, chance, goods, attempt }) => {
    const variant_id = dice.one(goods).id;
    const cost = { unit_cost: amount(2_000) };
    const input = dice.one([
      { type: 'purchase_receipt', quantity: String(1 + dice.below(60)), ...cost },
      { type: 'purchase_receipt', quantity: '0.333', ...cost },
      { type: 'supplier_return', quantity: '2', ...(chance(50) && cost) },
      { type: 'write_off', quantity: '1', reason_code: dice.one(reasons) },
      { type: 'adjustment_in', quantity: '1.5', reason_code: dice.one(reasons) },
      { type: 'adjustment_out', quantity: dice.one(['1', '100000']), reason_code: dice.one(reasons) },
    ]);
    await attempt('create_stock_movement', { variant_id, ...input });
  },
};
