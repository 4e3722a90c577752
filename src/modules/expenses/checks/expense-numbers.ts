import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const expenseNumbers: Check = {
  name: 'expense_numbers',
  invariant: 'Expense numbers have no gaps.',
  query: (organization) =>
    gapless(
      organization,
      'expense',
      sql`select number from expenses where organization_id = ${organization} and number is not null`,
    ),
};
