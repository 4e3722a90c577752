import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const transferNumbers: Check = {
  name: 'money_transfer_numbers',
  invariant: 'Transfer numbers have no gaps.',
  query: (organization) =>
    gapless(
      organization,
      'money_transfer',
      sql`select number from money_transfers where organization_id = ${organization}`,
    ),
};
