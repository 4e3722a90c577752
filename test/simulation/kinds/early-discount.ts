import type { Day } from '../business.ts';

/** Early-payment discounts: with the payment, granted by hand afterwards, and now and then reversed. */
export const earlyDiscount: Day = {
  name: 'take an early-payment discount',
  weight: 3,
  needs: ['pay_sale', 'grant_discount', 'reverse_discount'],
  run: async ({ dice, amount, chance, kept, attempt }) => {
    if (kept('sales').length === 0) return;
    const { id, early_discounts: tiers } = dice.one(kept('sales'));
    const part = chance(50) ? { amount: amount(500) } : {};
    if (chance(30)) await attempt('reverse_discount', { id, ...part });
    else if (chance(40)) await attempt('grant_discount', { id, reason: 'A good client', ...part });
    else if (tiers.length > 0) await attempt('pay_sale', { id, method: 'Cash', amount: tiers[0].payable });
  },
};
