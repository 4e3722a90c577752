import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const refundNumbers: Check = {
  name: 'refund_numbers',
  promise: 'Numbers of refunds have no gap.',
  looks: (organization) =>
    gapless(organization, 'refund', sql`select number from refunds where organization_id = ${organization}`),
};
