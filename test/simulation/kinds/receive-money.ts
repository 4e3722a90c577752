import type { Day } from '../business.ts';

/** Money comes in for one sale, for many, or for none, in parts and too much. */
export const receiveMoney: Day = {
  name: 'receive money',
  weight: 5,
  needs: ['create_payment', 'pay_sale', 'apply_client_credit'],
  run: async ({ dice, amount, chance, clients, kept, attempt }) => {
    const method = dice.one(['Bank transfer', 'Cash']);
    const fee = chance(25) ? { fee_amount: amount(5) } : {};
    if (kept('sales').length > 0 && chance(50)) {
      const sale = dice.one(kept('sales'));
      const part = chance(50) ? { amount: amount(20_000) } : {};
      await attempt('pay_sale', { id: sale.id, method, ...part, ...fee });
      return;
    }
    if (kept('payments').length > 0 && chance(30)) {
      await attempt('apply_client_credit', { id: dice.one(kept('payments')).id });
      return;
    }
    const auto = chance(40) ? { auto_allocate: 'none' } : {};
    const input = { client_id: dice.one(clients).id, method, amount: amount(40_000), ...fee, ...auto };
    const payment = await attempt('create_payment', input);
    if (payment !== undefined) kept('payments').push(payment);
  },
};
