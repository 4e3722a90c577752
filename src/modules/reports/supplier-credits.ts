import type { Day } from '../../core/calendar.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** What a supplier had and was not owed. */
export type SupplierCredit = { readonly supplier_id: string; readonly payee: string; readonly credit: bigint };

/**
 * What was paid to suppliers in advance, or too much, and not used at the end of a day, whatever happened since. Looks
 * at payments with credit left, and at those that something of was used, given back or voided after that day.
 */
export function supplierCreditsAsAt({ db, organization }: Context, day: Day): Promise<SupplierCredit[]> {
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
      select payment.supplier_id, payment.supplier_name, payment.worth
        - coalesce((select sum(part.used)::bigint from report_expense_payments as part
          where part.organization_id = ${organization} and part.supplier_payment_id = payment.id
            and part.payment_date <= ${day} and (part.reversed_on is null or part.reversed_on > ${day})), 0)
        - coalesce((select sum(refund.worth)::bigint from report_supplier_refunds as refund
          where refund.organization_id = ${organization} and refund.supplier_payment_id = payment.id
            and refund.refund_date <= ${day} and (refund.reversed_on is null or refund.reversed_on > ${day})), 0)
        as credit
      from candidates
      join report_supplier_payments as payment
        on payment.organization_id = ${organization} and payment.id = candidates.id
      where payment.payment_date <= ${day} and (payment.voided_on is null or payment.voided_on > ${day})
    )
    select supplier_id, coalesce(client.name, min(supplier_name)) as payee, sum(credit)::bigint as credit
    from left_over
    left join report_clients as client on client.organization_id = ${organization} and client.id = supplier_id
    where credit <> 0 group by supplier_id, client.name order by supplier_id`);
}
