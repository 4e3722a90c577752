import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const countNumbers: Check = {
  name: 'stock_count_numbers',
  promise: 'Numbers of stock counts have no gap.',
  looks: (organization) =>
    gapless(organization, 'stock_count', sql`select number from stock_counts where organization_id = ${organization}`),
};
