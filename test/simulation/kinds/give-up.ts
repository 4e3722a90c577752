import type { Day } from '../business.ts';

/** What nobody will pay is written off, and now and then somebody pays it after all. */
export const giveUp: Day = {
  name: 'give up on a debt',
  weight: 1,
  needs: ['write_off_sale', 'reverse_write_off'],
  run: async ({ dice, amount, chance, kept, attempt }) => {
    if (kept('sales').length === 0) return;
    const { id } = dice.one(kept('sales'));
    const part = chance(40) ? { amount: amount(2_000) } : {};
    if (chance(70)) await attempt('write_off_sale', { id, reason: 'Gone', tax_relief: chance(50), ...part });
    else await attempt('reverse_write_off', { id, ...part });
  },
};
