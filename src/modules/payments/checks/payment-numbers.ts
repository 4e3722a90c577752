import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const paymentNumbers: Check = {
  name: 'payment_numbers',
  invariant: 'Payment numbers have no gaps.',
  query: (organization) =>
    gapless(organization, 'payment', sql`select number from payments where organization_id = ${organization}`),
};
