import type { Day } from '../business.ts';
import { expenseOf } from './spend.ts';

/** Expenses go their way, and often enough the wrong one. */
export const runExpenses: Day = {
  name: 'handle expenses',
  weight: 4,
  needs: ['submit_expense', 'approve_expense', 'reject_expense', 'post_expense', 'pay_expense', 'void_expense'],
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
    const done = await attempt(deed, { id, ...more });
    const payment = done?.payments?.[0];
    if (payment !== undefined && chance(20)) await attempt('void_expense_payment', { id: payment.id });
  },
};
