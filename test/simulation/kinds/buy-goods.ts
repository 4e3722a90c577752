import type { Business, Day } from '../business.ts';

/** Bills bring goods, alone or beside other things, and some turn out to be for somebody else. */
export const buyGoods: Day = {
  name: 'buy goods',
  weight: 3,
  needs: ['create_expense', 'post_expense', 'void_expense'],
  run: async (business) => {
    const { dice, amount, chance, suppliers, kept, attempt } = business;
    const lines = Array.from({ length: 1 + dice.below(3) }, () => goodsLine(business));
    const bill = await attempt('create_expense', {
      supplier_id: dice.one(suppliers).id,
      amounts_include_tax: chance(30),
      post: chance(75),
      lines: chance(30) ? [...lines, { category: 'Goods for stock', amount: amount(9_000) }] : lines,
      ...dice.one([{}, {}, { method: 'Cash' }]),
    });
    if (bill === undefined) return;
    kept('expenses').push(bill);
    if (chance(20)) await attempt('void_expense', { id: bill.id });
  },
};

function goodsLine({ dice, amount, chance, taxes, goods }: Business): object {
  return {
    variant_id: dice.one(goods).id,
    quantity: dice.one([String(1 + dice.below(40)), '0.333']),
    amount: amount(60_000),
    ...(chance(70) && { tax_rate_ids: chance(30) ? [] : [dice.one(taxes)] }),
  };
}
