import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const supplierPaymentsWhole: Check = {
  name: 'supplier_payments_whole',
  invariant: 'The allocated and refunded amounts of each supplier payment equal its allocations and refunds.',
  query: (organization) => sql`
    select whole.number as name, whole.amount_allocated <> coalesce(part.amount, 0)
      or whole.amount_refunded <> coalesce(back.amount, 0)
      or coalesce(whole.base_used <> coalesce(part.worth, 0) + coalesce(back.worth, 0), false) as wrong
    from supplier_payments as whole
    left join (
      select supplier_payment_id, sum(amount) as amount, sum(base - fx_gain_loss) as worth from expense_payments
      where organization_id = ${organization} and supplier_payment_id is not null and reversed_on is null
      group by supplier_payment_id
    ) as part on part.supplier_payment_id = whole.id
    left join (
      select supplier_payment_id, sum(amount) as amount, sum(base) as worth from supplier_refunds
      where organization_id = ${organization} and reversed_on is null group by supplier_payment_id
    ) as back on back.supplier_payment_id = whole.id
    where whole.organization_id = ${organization}`,
};

export const supplierPaymentNumbers: Check = {
  name: 'supplier_payment_numbers',
  invariant: 'Supplier payment numbers have no gaps.',
  query: (organization) =>
    gapless(
      organization,
      'supplier_payment',
      sql`select number from supplier_payments where organization_id = ${organization}`,
    ),
};
