import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const paymentsAllocated: Check = {
  name: 'payments_allocated',
  invariant: 'The allocated amount of each payment equals its allocations and does not exceed the payment.',
  query: (organization) => sql`
    select coalesce(payment.number, 'payment:' || payment_id) as name,
      coalesce(payment.amount_allocated, 0) <> coalesce(used.amount, 0)
        or payment.amount_allocated + payment.amount_refunded > payment.amount as wrong
    from (
      select id as payment_id, number, amount_allocated, amount_refunded, amount from payments
      where organization_id = ${organization}
    ) as payment
    full join (
      select payment_id, sum(amount) as amount from allocations
      where organization_id = ${organization} and status = 'active' group by payment_id
    ) as used using (payment_id)`,
};
