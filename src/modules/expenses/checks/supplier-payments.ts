import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const supplierPaymentsWhole: Check = {
  name: 'supplier_payments_whole',
  promise: 'A payment of a supplier is the sum of what its expenses get, and is taken back with all of them or none.',
  looks: (organization) => sql`
    select whole.number as name, whole.amount is distinct from part.amount
      or whole.base_amount is distinct from part.worth
      or part.voided <> (case when whole.voided_on is null then 0 else part.parts end) as wrong
    from supplier_payments as whole
    left join (
      select supplier_payment_id, sum(amount) as amount, sum(base - fx_gain_loss) as worth,
        count(*) as parts, count(reversed_on) as voided
      from expense_payments where organization_id = ${organization} and supplier_payment_id is not null
      group by supplier_payment_id
    ) as part on part.supplier_payment_id = whole.id
    where whole.organization_id = ${organization}`,
};

export const supplierPaymentNumbers: Check = {
  name: 'supplier_payment_numbers',
  promise: 'Numbers of payments of suppliers have no gap.',
  looks: (organization) =>
    gapless(
      organization,
      'supplier_payment',
      sql`select number from supplier_payments where organization_id = ${organization}`,
    ),
};
