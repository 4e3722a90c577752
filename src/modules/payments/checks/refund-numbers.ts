import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const refundNumbers: Check = {
  name: 'refund_numbers',
  invariant: 'Refund numbers have no gaps.',
  query: (organization) =>
    gapless(organization, 'refund', sql`select number from refunds where organization_id = ${organization}`),
};
