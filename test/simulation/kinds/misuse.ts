import type { Day } from '../business.ts';
import { saleOf } from './sell.ts';

/** Forbidden input: negative and huge amounts, impossible dates, unknown ids. */
export const misuse: Day = {
  name: 'try what is not done',
  weight: 3,
  needs: ['create_sale', 'create_payment', 'create_expense', 'create_stock_movement'],
  run: async (business) => {
    const { dice, clients, goods, attempt } = business;
    const ghost = 'client_01h455vb4pex5vsknk084sn02q';
    const amount = dice.one(['-1', '0', '0.0001', '1e3', 'NaN', '999999999999999999', '٣']);
    const day = dice.one(['2023-02-29', '2026-13-01', '0000-00-00', '2199-01-01']);
    const attempts: readonly (readonly [string, object])[] = [
      ['create_payment', { client_id: dice.one(clients).id, method: 'Cash', amount }],
      ['create_payment', { client_id: ghost, method: 'Cash', amount: '1' }],
      ['create_sale', { ...saleOf(business), sale_date: day, confirm: true }],
      ['create_sale', { ...saleOf(business), client_id: ghost, confirm: true }],
      ['create_sale', { lines: [{ name: 'Nothing', quantity: amount, unit_price: '1' }], confirm: true }],
      ['create_expense', { payee_name: 'Kim', lines: [{ category: 'Travel', amount }], post: true }],
      [
        'create_stock_movement',
        { type: 'write_off', variant_id: dice.one(goods).id, quantity: amount, reason_code: 'lost' },
      ],
    ];
    const [name, input] = dice.one(attempts);
    await attempt(name, input);
  },
};
