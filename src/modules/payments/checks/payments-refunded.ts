import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const paymentsRefunded: Check = {
  name: 'payments_refunded',
  invariant: 'The refunded amount of each payment equals its refunds.',
  query: (organization) => sql`
    select payment.number as name, payment.amount_refunded <> coalesce(back.amount, 0) as wrong
    from payments as payment
    left join (
      select payment_id, sum(amount) as amount from refunds
      where organization_id = ${organization} and voided_at is null and destination <> 'client_credit'
      group by payment_id
    ) as back on back.payment_id = payment.id
    where payment.organization_id = ${organization} and (payment.amount_refunded > 0 or back.amount is not null)`,
};
