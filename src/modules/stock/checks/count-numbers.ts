import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const countNumbers: Check = {
  name: 'stock_count_numbers',
  invariant: 'Stock count numbers have no gaps.',
  query: (organization) =>
    gapless(organization, 'stock_count', sql`select number from stock_counts where organization_id = ${organization}`),
};
