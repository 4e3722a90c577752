import type { Day } from '../business.ts';

/** What was done is undone: payments bounce, sales are void, credit is used elsewhere. */
export const takeBack: Day = {
  name: 'take back',
  weight: 2,
  needs: ['void_payment', 'void_sale', 'apply_client_credit'],
  run: async ({ dice, kept, attempt }) => {
    const [payments, sales] = [kept('payments'), kept('sales')];
    const deeds = [
      ['void_payment', payments],
      ['apply_client_credit', payments],
      ['void_sale', sales],
    ] as const;
    const [deed, of] = dice.one(deeds);
    if (of.length > 0) await attempt(deed, { id: dice.one(of).id });
  },
};
