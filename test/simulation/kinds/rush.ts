import type { Day } from '../business.ts';

/** Several do the same at once: pay the last of what is owed, sell the last of what is there. */
export const rush: Day = {
  name: 'rush',
  weight: 1,
  needs: ['pay_sale', 'record_sale', 'void_sale'],
  run: async ({ dice, kept, goods, attempt }) => {
    const sale = kept('sales').at(-1);
    const variant_id = dice.one(goods).id;
    const buy = () =>
      attempt('record_sale', { lines: [{ variant_id, quantity: '7' }], payments: [{ method: 'Cash' }] });
    const pay = () => attempt('pay_sale', { id: sale?.id, method: 'Cash' });
    await Promise.all(sale === undefined ? [buy(), buy(), buy()] : [pay(), pay(), buy(), buy()]);
  },
};
