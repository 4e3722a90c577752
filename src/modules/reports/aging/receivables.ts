import type { Day } from '../../../core/calendar.ts';
import { nothing, plannedOnce, type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AgedDebt } from './aging.ts';
import { each } from '../cash-basis/settlement-steps.ts';
import type { AgeStart } from '../report.ts';

/** Debt of a client for sales that age from the same day. One that is paid in parts counts with its first. */
export type Owed = AgedDebt & { readonly client_id: string; readonly client: string };

/** Filter by client and by currency, as its code or the SQL that finds it; undefined for all. */
export type Among = { readonly client?: string | undefined; readonly currency?: string | Sql | undefined };

function isAmong({ client, currency }: Among): Sql {
  return sql`${client === undefined ? nothing : sql`and client_id = ${client}`}
    ${currency === undefined ? nothing : sql`and currency = ${currency}`}`;
}

/**
 * Sales with what was owed for each at the end of a day, part by part where they are paid in parts, whatever happened
 * since, of one client or of all. Looks at what is still owed, and at what was sold by then and paid or voided after
 * it: never at all the sales that were settled before, or at once.
 * Below zero where a payment was voided later and recorded again on its old day: until the void there are two of it, in
 * the ledger as well.
 */
export function owedSales(organization: string, day: Day, among: Among = {}): Sql {
  const own = isAmong(among);
  const after = (column: Sql) => isAfter(column, day);
  return sql`
    with candidates as (
      select id from report_sales where organization_id = ${organization} and status = 'confirmed' ${own}
      union
      select id from report_sales where organization_id = ${organization} and ${after(sql`voided_on`)} ${own}
      union
      select sale_id from report_late_settlements
      where organization_id = ${organization} and ${after(sql`allocated_on`)} and sale_date <= ${day}
      union
      select sale_id from report_settlements
      where organization_id = ${organization} and kind <> 'payment' and ${after(sql`allocated_on`)}
      union
      select sale_id from report_settlements where organization_id = ${organization} and ${after(sql`reversed_on`)}
    ), owed as (
      select sale.id, sale.number, sale.client_id, sale.sale_date, sale.due_date, sale.total, sale.currency,
        coalesce(settled.amount, 0) as paid, sale.total - coalesce(settled.amount, 0) as amount,
        coalesce(settled.currency_amount, 0) as currency_paid,
        sale.currency_total - coalesce(settled.currency_amount, 0) as currency_amount
      from candidates
      ${each(sql`select * from report_sales where organization_id = ${organization} and id = candidates.id`)} as sale
      cross join lateral (
        select sum(paid.amount)::bigint as amount, sum(paid.currency_amount)::bigint as currency_amount
        from report_settlements as paid
        where paid.organization_id = sale.organization_id and paid.sale_id = sale.id and paid.allocated_on <= ${day}
          and (paid.reversed_on is null or paid.reversed_on > ${day})) as settled
      where sale.sale_date <= ${day} and (sale.voided_on is null or sale.voided_on > ${day}) ${own}
    )
    select owed.id, owed.number, owed.client_id, owed.sale_date, coalesce(part.due_date, owed.due_date) as due_date,
      owed.total, owed.currency, ${ofPart(sql`amount`, sql`up_to`, sql`paid`)} as amount,
      ${ofPart(sql`currency_amount`, sql`currency_up_to`, sql`currency_paid`)} as currency_amount
    from owed left join lateral (
      select * from report_schedules
      where organization_id = ${organization} and sale_id = owed.id
        and (up_to > owed.paid or currency_up_to > owed.currency_paid) offset 0) as part on true
    where owed.amount <> 0 or owed.currency_amount <> 0`;
}

/**
 * Of a column with a day. Without the other end, which is none, a plan for any day expects a third of all rows instead
 * of a two-hundredth, and then takes another index than that of the column.
 */
function isAfter(column: Sql, day: Day): Sql {
  return sql`${column} > ${day} and ${column} <= 'infinity'`;
}

/** Amount due on an instalment, given the paid part of the whole; all of it for a debt without instalments. */
function ofPart(amount: Sql, upTo: Sql, paid: Sql): Sql {
  return sql`case when part.sale_id is null then owed.${amount}
    else greatest(0, least(part.${amount}, part.${upTo} - owed.${paid})) end`;
}

/** Debts at the end of a day, by client, currency and the day that they age from. */
export function owedAsAt(
  { db, organization }: Context,
  day: Day,
  { start, ...among }: Among & { readonly start: AgeStart },
): Promise<Owed[]> {
  const from = start === 'due_date' ? sql`due_date` : sql`sale_date`;
  const owed = sql`
    select client_id, currency, ${from} as aged_from, count(*) filter (where is_first) as count,
      sum(amount)::bigint as amount, sum(currency_amount)::bigint as currency_amount
    from (
      select *, row_number() over (partition by id order by due_date) = 1 as is_first
      from (${owedSales(organization, day, among)}) as part) as parts
    group by client_id, currency, ${from}`;
  return db.many<Owed>(
    plannedOnce(sql`
      select owed.*, coalesce(client.name, '') as client from (${owed}) as owed ${clientOf(organization)}
      order by client_id, aged_from, currency`),
  );
}

/** The client of each row, found by its id: else all clients are read for the few that owe. */
function clientOf(organization: string): Sql {
  return sql`left join lateral (
    select name from report_clients where organization_id = ${organization} and id = client_id offset 0
  ) as client on true`;
}

/** Unapplied credit of a client in a currency: base value, and amount in that currency. */
export type Credit = {
  readonly client_id: string;
  readonly client: string;
  readonly currency: string;
  readonly credit: bigint;
  readonly currency_credit: bigint;
};

/** Payments of clients with what of each was not used at the end of a day, of one client or of all. */
export function creditPayments(organization: string, day: Day, among: Among = {}): Sql {
  const own = isAmong(among);
  const after = (column: Sql) => isAfter(column, day);
  return sql`
    with candidates as (
      select id from report_payments
      where organization_id = ${organization} and currency_unapplied > 0 ${own}
      union
      select id from report_payments where organization_id = ${organization} and ${after(sql`voided_on`)} ${own}
      union
      select payment_id from report_late_uses
      where organization_id = ${organization} and ${after(sql`allocated_on`)} and payment_date <= ${day}
      union
      select payment_id from report_settlements where organization_id = ${organization} and ${after(sql`reversed_on`)}
      union
      select payment_id from report_refunds where organization_id = ${organization} and ${after(sql`refund_date`)}
      union
      select payment_id from report_refunds where organization_id = ${organization} and ${after(sql`voided_on`)}
    ), left_over as (
      select payment.id, payment.number, payment.client_id, payment.payment_date, payment.currency,
        payment.amount - coalesce(settled.amount, 0) - coalesce(back.amount, 0) as credit,
        payment.currency_amount - coalesce(settled.currency_amount, 0) - coalesce(back.currency_amount, 0)
          as currency_credit
      from candidates
      ${each(sql`
        select * from report_payments where organization_id = ${organization} and id = candidates.id`)} as payment
      cross join lateral (
        select sum(used.used)::bigint as amount, sum(used.currency_amount)::bigint as currency_amount
        from report_settlements as used
        where used.organization_id = payment.organization_id and used.payment_id = payment.id
          and used.allocated_on <= ${day} and (used.reversed_on is null or used.reversed_on > ${day})) as settled
      cross join lateral (
        select sum(refund.used)::bigint as amount, sum(refund.currency_amount)::bigint as currency_amount
        from report_refunds as refund
        where refund.organization_id = payment.organization_id and refund.payment_id = payment.id
          and refund.refund_date <= ${day} and (refund.voided_on is null or refund.voided_on > ${day})) as back
      where payment.payment_date <= ${day} and (payment.voided_on is null or payment.voided_on > ${day})
        and payment.client_id is not null ${own}
    )
    select * from left_over where credit <> 0 or currency_credit <> 0`;
}

/** Unapplied credit of clients at the end of a day. */
export function creditsAsAt({ db, organization }: Context, day: Day, among: Among): Promise<Credit[]> {
  const unused = sql`
    select client_id, currency, sum(credit)::bigint as credit, sum(currency_credit)::bigint as currency_credit
    from (${creditPayments(organization, day, among)}) as left_over group by client_id, currency`;
  return db.many<Credit>(
    plannedOnce(sql`
      select unused.*, coalesce(client.name, '') as client from (${unused}) as unused ${clientOf(organization)}
      order by client_id, currency`),
  );
}
