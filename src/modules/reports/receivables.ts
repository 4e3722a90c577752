import type { Day } from '../../core/calendar.ts';
import { nothing, type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { AgeStart } from './report.ts';

/** What a client owes for sales that age from one day. One that is paid in parts counts with its first. */
export type Owed = {
  readonly client_id: string;
  readonly client: string;
  readonly aged_from: Day;
  readonly sales: bigint;
  readonly amount: bigint;
};

/**
 * Sales with what was owed for each at the end of a day, part by part where they are paid in parts, whatever happened
 * since, of one client or of all. Looks at what is still owed, and at what was sold by then and paid or voided after
 * it: never at all the sales that were settled before, or at once.
 * Below zero where a payment was voided later and recorded again on its old day: until the void there are two of it, in
 * the ledger as well.
 */
export function owedSales(organization: string, day: Day, client?: string): Sql {
  const own = client === undefined ? nothing : sql`and client_id = ${client}`;
  return sql`
    with candidates as (
      select id from report_sales where organization_id = ${organization} and status = 'confirmed' ${own}
      union
      select id from report_sales where organization_id = ${organization} and voided_on > ${day} ${own}
      union
      select sale_id from report_late_settlements
      where organization_id = ${organization} and allocated_on > ${day} and sale_date <= ${day}
      union
      select sale_id from report_settlements
      where organization_id = ${organization} and kind <> 'payment' and allocated_on > ${day}
      union
      select sale_id from report_settlements where organization_id = ${organization} and reversed_on > ${day}
    ), owed as (
      select sale.id, sale.number, sale.client_id, sale.sale_date, sale.due_date, sale.total, sale.total - coalesce((
        select sum(paid.amount)::bigint from report_settlements as paid
        where paid.organization_id = sale.organization_id and paid.sale_id = sale.id and paid.allocated_on <= ${day}
          and (paid.reversed_on is null or paid.reversed_on > ${day})), 0) as amount
      from candidates join report_sales as sale on sale.organization_id = ${organization} and sale.id = candidates.id
      where sale.sale_date <= ${day} and (sale.voided_on is null or sale.voided_on > ${day}) ${own}
    )
    select owed.id, owed.number, owed.client_id, owed.sale_date, coalesce(part.due_date, owed.due_date) as due_date,
      owed.total, coalesce(least(part.amount, part.up_to - (owed.total - owed.amount)), owed.amount) as amount
    from owed left join report_schedules as part on part.organization_id = ${organization} and part.sale_id = owed.id
      and part.up_to > owed.total - owed.amount
    where owed.amount <> 0`;
}

/** What was owed at the end of a day, by client and the day that it ages from. */
export function owedAsAt({ db, organization }: Context, day: Day, start: AgeStart): Promise<Owed[]> {
  const from = start === 'due_date' ? sql`due_date` : sql`sale_date`;
  return db.many<Owed>(sql`
    select client_id, coalesce(client.name, '') as client, ${from} as aged_from,
      count(*) filter (where is_first) as sales, sum(amount)::bigint as amount
    from (
      select *, row_number() over (partition by id order by due_date) = 1 as is_first
      from (${owedSales(organization, day)}) as part) as owed
    left join report_clients as client on client.organization_id = ${organization} and client.id = client_id
    group by client_id, client.name, ${from} order by client_id, ${from}`);
}

export type Credit = { readonly client_id: string; readonly client: string; readonly credit: bigint };

/** Payments of clients with what of each was not used at the end of a day, of one client or of all. */
export function creditPayments(organization: string, day: Day, client?: string): Sql {
  const own = client === undefined ? nothing : sql`and client_id = ${client}`;
  return sql`
    with candidates as (
      select id from report_payments
      where organization_id = ${organization} and currency_unapplied > 0 ${own}
      union
      select id from report_payments where organization_id = ${organization} and voided_on > ${day} ${own}
      union
      select payment_id from report_late_uses
      where organization_id = ${organization} and allocated_on > ${day} and payment_date <= ${day}
      union
      select payment_id from report_settlements where organization_id = ${organization} and reversed_on > ${day}
      union
      select payment_id from report_refunds where organization_id = ${organization} and refund_date > ${day}
      union
      select payment_id from report_refunds where organization_id = ${organization} and voided_on > ${day}
    ), left_over as (
      select payment.id, payment.number, payment.client_id, payment.payment_date, payment.amount - coalesce((
        select sum(used.used)::bigint from report_settlements as used
        where used.organization_id = payment.organization_id and used.payment_id = payment.id
          and used.allocated_on <= ${day} and (used.reversed_on is null or used.reversed_on > ${day})), 0) - coalesce((
        select sum(refund.amount)::bigint from report_refunds as refund
        where refund.organization_id = payment.organization_id and refund.payment_id = payment.id
          and refund.refund_date <= ${day} and (refund.voided_on is null or refund.voided_on > ${day})), 0) as credit
      from candidates
      join report_payments as payment on payment.organization_id = ${organization} and payment.id = candidates.id
      where payment.payment_date <= ${day} and (payment.voided_on is null or payment.voided_on > ${day})
        and payment.client_id is not null ${own}
    )
    select * from left_over where credit <> 0`;
}

/** What clients had paid and not used at the end of a day. */
export function creditsAsAt({ db, organization }: Context, day: Day): Promise<Credit[]> {
  return db.many<Credit>(sql`
    select client_id, coalesce(client.name, '') as client, sum(credit)::bigint as credit
    from (${creditPayments(organization, day)}) as left_over
    left join report_clients as client on client.organization_id = ${organization} and client.id = client_id
    group by client_id, client.name order by client_id`);
}
