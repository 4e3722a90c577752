import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const saleNumbers: Check = {
  name: 'sale_numbers',
  invariant: 'Sale numbers have no gaps.',
  query: (organization) =>
    gapless(
      organization,
      'sale',
      sql`select number from sales where organization_id = ${organization} and number is not null and kind = 'sale'`,
    ),
};
