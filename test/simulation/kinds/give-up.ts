import type { Day } from '../business.ts';

/** Bad debts are written off, and now and then paid after all. */
export const giveUp: Day = {
  name: 'give up on a debt',
  weight: 2,
  needs: ['write_off_sale', 'reverse_write_off'],
  run: async ({ dice, amount, chance, kept, attempt }) => {
    if (kept('sales').length === 0) return;
    const lost = kept('lost sales');
    const part = chance(40) ? { amount: amount(2_000) } : {};
    if (lost.length > 0 && chance(40)) {
      const { id } = dice.one(lost);
      if (chance(50)) await attempt('reverse_write_off', { id, ...part });
      else await attempt('pay_sale', { id, method: 'Cash', ...part });
      return;
    }
    const sale = dice.one(kept('sales'));
    const given = { id: sale.id, reason: 'Gone', tax_relief: chance(50), ...part };
    if ((await attempt('write_off_sale', given)) !== undefined) lost.push(sale);
  },
};
