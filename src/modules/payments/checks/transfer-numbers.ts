import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const transferNumbers: Check = {
  name: 'money_transfer_numbers',
  promise: 'Numbers of transfers of money have no gap.',
  looks: (organization) =>
    gapless(
      organization,
      'money_transfer',
      sql`select number from money_transfers where organization_id = ${organization}`,
    ),
};
