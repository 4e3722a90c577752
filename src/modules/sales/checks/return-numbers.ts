import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const returnNumbers: Check = {
  name: 'return_numbers',
  invariant: 'Return numbers have no gaps.',
  query: (organization) =>
    gapless(
      organization,
      'return',
      sql`select number from sales where organization_id = ${organization} and kind = 'return'`,
    ),
};
