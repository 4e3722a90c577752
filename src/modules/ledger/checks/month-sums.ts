import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const monthSums: Check = {
  name: 'month_sums',
  invariant: 'Monthly totals of each account equal its daily totals.',
  query: (organization) => sql`
    select a.code || ' in ' || month as name,
      coalesce(days.debit, 0) <> coalesce(kept.debit, 0)
        or coalesce(days.credit, 0) <> coalesce(kept.credit, 0) as wrong
    from (
      select account_id, date_trunc('month', day::timestamp)::date as month, sum(debit) as debit, sum(credit) as credit
      from account_days where organization_id = ${organization} group by 1, 2
    ) as days
    full join (
      select account_id, month, debit, credit from account_months where organization_id = ${organization}
    ) as kept using (account_id, month)
    left join accounts as a on a.organization_id = ${organization} and a.id = account_id`,
};
