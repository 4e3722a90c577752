import type { Period } from '../../../core/period.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';

/**
 * Money that came in and went back to clients, by the day that it did: payments, what was taken back by voiding one,
 * its fee included, refunds by the method that they went out by, and voids of those. Rows of `day`, `kind` and `id` of
 * the record, its method, and what it adds to each column.
 */
export function paymentFacts(organization: string, { from, to }: Period): Sql {
  const side = (view: Sql, day: Sql, columns: Sql) => sql`
    select ${day} as day, moved.id, method_id, method_name, method_kind, ${columns} from ${view} as moved
    where moved.organization_id = ${organization} and ${day} between ${from} and ${to}`;
  const payments = sql`report_payments`;
  const refunds = sql`report_refunds`;
  return join(
    [
      side(
        payments,
        sql`payment_date`,
        sql`'payment' as kind, 1 as count, amount as received, 0::bigint as refunded, fee_amount as fees,
          amount_unapplied as unapplied`,
      ),
      side(payments, sql`voided_on`, sql`'payment', 0, 0, amount, -fee_amount, 0`),
      side(refunds, sql`paid_on`, sql`'refund', 0, 0, amount, 0, 0`),
      side(refunds, sql`paid_back_on`, sql`'refund', 0, 0, -amount, 0, 0`),
    ],
    sql` union all `,
  );
}
