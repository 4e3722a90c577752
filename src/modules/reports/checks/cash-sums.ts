import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { debtsOnThem, extentLookedAt, lookedAt, onThem, salesOnThem } from './looked-at.ts';

/** Finds each settlement anew, past everything that is kept. */
export const cashSums: Check = {
  name: 'cash_sums',
  invariant: 'Cash-basis totals of each account and day equal the settled payments, returns and refunds.',
  extent: extentLookedAt,
  query: (organization) => sql`
    with ${lookedAt(organization)}
    select coalesce(a.code, 'Untaxed') || ' on ' || day as name, sum(amount) <> 0 or sum(base) <> 0 as wrong
    from (
      select fact.account_id, fact.rate_id, fact.day, fact.amount, fact.base
      from (${salesOnThem(organization)}) as sale
      ${onThem(sql`
        select * from report_cash_of_sales where organization_id = ${organization} and sale_id = sale.sale_id`)}
      union all
      select fact.account_id, fact.rate_id, fact.day, fact.amount, fact.base
      from (${debtsOnThem(organization)}) as debt
      ${onThem(sql`
        select * from report_cash_of_debts
        where organization_id = ${organization} and source_type = debt.source_type and source_id = debt.source_id`)}
      union all
      select fact.account_id, fact.rate_id, fact.day, fact.amount, fact.base
      from looked_at
      ${onThem(sql`
        select * from report_cash_at_once where organization_id = ${organization} and day = looked_at.day`)}
      union all
      select account_id, rate_id, day, -amount, -base from cash_days
      where organization_id = ${organization} and day in (select day from looked_at)
    ) as fact
    left join report_accounts as a on a.organization_id = ${organization} and a.id = account_id
    group by a.code, account_id, rate_id, day`,
};
