import type { Day } from '../business.ts';

/** Goods come back, some of them broken; money is given back, and taken back again where that was a mistake. */
export const giveBack: Day = {
  name: 'give back',
  weight: 3,
  needs: ['return_sale', 'refund_payment', 'void_refund'],
  run: async ({ dice, amount, chance, kept, attempt }) => {
    const [sales, payments, refunds] = [kept('sales'), kept('payments'), kept('refunds')];
    if (refunds.length > 0 && chance(15)) return attempt('void_refund', { id: dice.one(refunds).id });
    if (payments.length > 0 && chance(40)) {
      const part = chance(60) ? { amount: amount(5_000) } : {};
      const refund = await attempt('refund_payment', { id: dice.one(payments).id, ...part });
      if (refund !== undefined) refunds.push(refund);
      return refund;
    }
    if (sales.length === 0) return undefined;
    const sale = dice.one(sales);
    const [line] = sale.lines ?? [];
    const some = { lines: [{ line_id: line?.id, quantity: dice.one(['0.5', '1']), restock: chance(70) }] };
    const money = dice.one([{}, { refund: { method: 'Cash' } }, { refund: { destination: 'client_credit' } }]);
    const returned = await attempt('return_sale', { id: sale.id, ...(chance(60) && some), ...money });
    refunds.push(...(returned?.refunds ?? []));
    if (returned !== undefined) kept('returns').push(returned);
    return returned;
  },
};
