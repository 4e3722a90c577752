import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { debtsOnThem, extentLookedAt, lookedAt, onThem } from './looked-at.ts';

/** Sums of the cash basis that later settlements of a sale or a debt continue from. */
export const settledDays: Check = {
  name: 'settled_days',
  invariant: 'The settled amount of each sale and debt on each day equals its settlements.',
  extent: extentLookedAt,
  query: (organization) => sql`
    with ${lookedAt(organization)}
    select 'sale:' || sale_id as name, sum(amount) <> 0 as wrong
    from (
      select sale_id, day, amount from report_settled_days where organization_id = ${organization}
      union all
      select sale_id, day, -amount from settled_days where organization_id = ${organization}
    ) as settled group by sale_id, day
    union all
    select source_type || ':' || source_id, sum(amount) <> 0 or sum(base) <> 0
    from (
      select fact.source_type, fact.source_id, fact.account_id, fact.rate_id, fact.day, fact.amount, fact.base
      from (${debtsOnThem(organization)}) as debt
      ${onThem(sql`
        select * from report_cash_of_debts
        where organization_id = ${organization} and source_type = debt.source_type and source_id = debt.source_id`)}
      union all
      select source_type, source_id, account_id, rate_id, day, -amount, -base from settled_debts
      where organization_id = ${organization} and day in (select day from looked_at)
    ) as settled group by source_type, source_id, account_id, rate_id, day`,
};
