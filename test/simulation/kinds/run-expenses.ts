import type { Business, Day } from '../business.ts';
import { expenseOf } from './spend.ts';

/** Expenses go their way, and often enough the wrong one. */
export const runExpenses: Day = {
  name: 'handle expenses',
  weight: 4,
  needs: [
    'submit_expense',
    'approve_expense',
    'reject_expense',
    'post_expense',
    'pay_expense',
    'void_expense',
    'create_supplier_payment',
  ],
  run: async (business) => {
    const { dice, amount, chance, kept, attempt } = business;
    if (kept('expenses').length === 0) return;
    const { id } = dice.one(kept('expenses'));
    const deeds: readonly (readonly [string, object])[] = [
      ['submit_expense', {}],
      ['approve_expense', {}],
      ['reject_expense', { reason: 'Which trip?' }],
      ['post_expense', {}],
      ['post_expense', {}],
      ['pay_expense', { method: 'Cash', ...(chance(60) && { amount: amount(20_000) }) }],
      ['pay_expense', { method: 'Bank transfer' }],
      ['void_expense', {}],
      ['update_expense', { lines: (expenseOf(business) as { lines: object[] }).lines }],
    ];
    const [deed, more] = dice.one(deeds);
    if (chance(15)) return paySupplier(business);
    const done = await attempt(deed, { id, ...more });
    const payment = done?.payments?.[0];
    if (payment !== undefined && chance(20)) await attempt('void_expense_payment', { id: payment.id });
  },
};

/** Several bills at once, all of them or so much, and now and then by mistake. */
async function paySupplier({ dice, amount, chance, suppliers, attempt }: Business): Promise<void> {
  const some = chance(50) ? { amount: amount(60_000) } : {};
  const supplier_id = dice.one(suppliers).id;
  const paid = await attempt('create_supplier_payment', { supplier_id, method: 'Bank transfer', ...some });
  if (paid !== undefined && chance(25)) await attempt('void_supplier_payment', { id: paid.id });
}
