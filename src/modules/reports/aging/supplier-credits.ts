import type { Day } from '../../../core/calendar.ts';
import { nothing, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** Credit of a supplier in a currency: base value, and amount in that currency. */
export type SupplierCredit = {
  readonly supplier_id: string;
  readonly payee: string;
  readonly currency: string;
  readonly credit: bigint;
  readonly currency_credit: bigint;
};

/**
 * Prepayments and overpayments to suppliers that were unapplied at the end of a day, whatever happened since. Looks at
 * payments with credit left, and at those of which a part was used, refunded or voided after that day. Looks at
 * payments with credit left, and at those that something of was used, given back or voided after that day.
 */
export function supplierCreditsAsAt(
  { db, organization }: Context,
  day: Day,
  { currency }: { readonly currency?: string | undefined } = {},
): Promise<SupplierCredit[]> {
  const own = currency === undefined ? nothing : sql`and payment.currency = ${currency}`;
  return db.many<SupplierCredit>(sql`
    with candidates as (
      select id from report_supplier_payments where organization_id = ${organization} and currency_unapplied > 0
      union
      select id from report_supplier_payments where organization_id = ${organization} and voided_on > ${day}
      union
      select supplier_payment_id from report_expense_payments
      where organization_id = ${organization} and payment_date > ${day} and supplier_payment_id is not null
      union
      select supplier_payment_id from report_expense_payments
      where organization_id = ${organization} and reversed_on > ${day} and supplier_payment_id is not null
      union
      select supplier_payment_id from report_supplier_refunds
      where organization_id = ${organization} and refund_date > ${day}
      union
      select supplier_payment_id from report_supplier_refunds
      where organization_id = ${organization} and reversed_on > ${day}
    ), left_over as (
      select payment.supplier_id, payment.supplier_name, payment.currency,
        payment.worth - coalesce(part.worth, 0) - coalesce(back.worth, 0) as credit,
        payment.amount - coalesce(part.amount, 0) - coalesce(back.amount, 0) as currency_credit
      from candidates
      join report_supplier_payments as payment
        on payment.organization_id = ${organization} and payment.id = candidates.id
      cross join lateral (
        select sum(used)::bigint as worth, sum(currency_amount)::bigint as amount from report_expense_payments
        where organization_id = ${organization} and supplier_payment_id = payment.id
          and payment_date <= ${day} and (reversed_on is null or reversed_on > ${day})) as part
      cross join lateral (
        select sum(worth)::bigint as worth, sum(amount)::bigint as amount from report_supplier_refunds
        where organization_id = ${organization} and supplier_payment_id = payment.id
          and refund_date <= ${day} and (reversed_on is null or reversed_on > ${day})) as back
      where payment.payment_date <= ${day} and (payment.voided_on is null or payment.voided_on > ${day}) ${own}
    )
    select supplier_id, coalesce(client.name, min(supplier_name)) as payee, left_over.currency,
      sum(credit)::bigint as credit, sum(currency_credit)::bigint as currency_credit
    from left_over
    left join report_clients as client on client.organization_id = ${organization} and client.id = supplier_id
    where credit <> 0 or currency_credit <> 0
    group by supplier_id, client.name, left_over.currency order by supplier_id, left_over.currency`);
}
