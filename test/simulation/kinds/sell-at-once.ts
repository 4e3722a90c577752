import type { Day } from '../business.ts';
import { saleOf } from './sell.ts';

/** At the till: nobody says who they are, and pays in one way or two. */
export const sellAtOnce: Day = {
  name: 'sell at the till',
  weight: 3,
  needs: ['record_sale'],
  run: async (business) => {
    const { amount, chance, kept } = business;
    const { client_id: _, ...sale } = saleOf(business) as { client_id: string };
    const ways = [
      [{ method: 'Bank transfer', fee_amount: amount(10) }],
      [{ method: 'Cash' }],
      [{ method: 'Cash', amount: amount(100) }, { method: 'Bank transfer' }],
    ];
    const recorded = await business.attempt('record_sale', { ...sale, payments: business.dice.one(ways) });
    if (recorded !== undefined && chance(50)) kept('sales').push(recorded.sale ?? recorded);
  },
};
