import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const transferNumbers: Check = {
  name: 'stock_transfer_numbers',
  invariant: 'Stock transfer numbers have no gaps.',
  query: (organization) =>
    gapless(
      organization,
      'transfer',
      sql`select number from stock_transfers where organization_id = ${organization} and number is not null`,
    ),
};
