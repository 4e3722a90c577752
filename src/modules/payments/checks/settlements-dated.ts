import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const settlementsDated: Check = {
  name: 'settlements_dated',
  invariant:
    'Each allocation reduces receivables on its date and restores them on the date it is reversed, never before both ' +
    'the payment and the debt exist.',
  query: (organization) => sql`
    with settled as (
      select payment_id, day, sum(amount) as amount, bool_or(early) as early
      from (
        select allocation.payment_id, allocated_on as day, -coalesce(allocation.base, allocation.amount) as amount,
          allocated_on < payment.payment_date or allocated_on < sale.sale_date as early
        from allocations as allocation
        join payments as payment on payment.organization_id = ${organization} and payment.id = allocation.payment_id
        join report_sales as sale on sale.organization_id = ${organization} and sale.id = allocation.sale_id
        where allocation.organization_id = ${organization} and allocation.amount > 0
        union all
        select payment_id, reversed_on, coalesce(base, amount), reversed_on < allocated_on from allocations
        where organization_id = ${organization} and amount > 0 and reversed_on is not null
      ) as change
      group by 1, 2
    ), posted as (
      select entry.source_id as payment_id, entry.entry_date as day, sum(line.amount) as amount
      from report_entries as entry
      join report_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      join report_accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
      where entry.organization_id = ${organization} and entry.source_type = 'payment'
        and account.system_role = 'receivable'
      group by 1, 2
    )
    select coalesce(payment.number, 'payment:' || payment_id) || ' ' || day as name,
      coalesce(settled.amount, 0) <> coalesce(posted.amount, 0) or coalesce(early, false) as wrong
    from settled full join posted using (payment_id, day)
    left join payments as payment on payment.organization_id = ${organization} and payment.id = payment_id`,
};
