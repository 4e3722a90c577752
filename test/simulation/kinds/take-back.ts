import type { Day } from '../business.ts';

/** Reversals: payments bounce, sales and returns are voided, credit is used elsewhere. */
export const takeBack: Day = {
  name: 'take back',
  weight: 2,
  needs: ['void_payment', 'void_sale', 'apply_client_credit', 'reverse_allocation'],
  run: async ({ dice, chance, kept, attempt }) => {
    const [payments, sales] = [kept('payments'), kept('sales')];
    if (chance(25)) {
      const { data } = await attempt('list_allocations', { status: [chance(80) ? 'active' : 'reversed'] });
      if (data.length > 0) await attempt('reverse_allocation', { id: dice.one<{ id: string }>(data).id });
      return;
    }
    const deeds = [
      ['void_payment', payments],
      ['apply_client_credit', payments],
      ['void_sale', sales],
      ['void_sale', kept('returns')],
    ] as const;
    const [deed, of] = dice.one(deeds);
    if (of.length > 0) await attempt(deed, { id: dice.one(of).id });
  },
};
