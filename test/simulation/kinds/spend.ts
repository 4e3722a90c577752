import type { Business, Day } from '../business.ts';

const categories = ['Travel', 'Equipment', 'Goods and materials', 'Rent and utilities'];

/** An expense of one line or several, paid at once, owed, or paid back to who advanced it. */
export function expenseOf({ dice, amount, chance, taxes, suppliers }: Business): object {
  const payee = chance(50) ? { supplier_id: dice.one(suppliers).id } : { payee_name: 'Kim' };
  return {
    ...payee,
    amounts_include_tax: chance(50),
    lines: Array.from({ length: 1 + dice.below(3) }, () => ({
      category: dice.one(categories),
      amount: amount(30_000),
      tax_rate_ids: chance(30) ? [] : [dice.one(taxes)],
    })),
    ...dice.one([{}, { method: 'Cash' }, { method: 'Bank transfer' }, { paid_by: 'member' }]),
  };
}

export const spend: Day = {
  name: 'spend',
  weight: 3,
  needs: ['create_expense'],
  run: async (business) => {
    const expense = await business.attempt('create_expense', { ...expenseOf(business), post: business.chance(60) });
    if (expense !== undefined) business.kept('expenses').push(expense);
  },
};
