import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const daySums: Check = {
  name: 'day_sums',
  invariant: 'Daily totals of each account equal its journal lines.',
  query: (organization) => sql`
    select a.code || ' on ' || day as name,
      coalesce(line.debit, 0) <> coalesce(kept.debit, 0)
        or coalesce(line.credit, 0) <> coalesce(kept.credit, 0) as wrong
    from (
      select account_id, entry_date as day, coalesce(sum(amount) filter (where amount > 0), 0) as debit,
        coalesce(-sum(amount) filter (where amount < 0), 0) as credit
      from journal_lines where organization_id = ${organization} group by account_id, entry_date
    ) as line
    full join (
      select account_id, day, debit, credit from account_days where organization_id = ${organization}
    ) as kept using (account_id, day)
    left join accounts as a on a.organization_id = ${organization} and a.id = account_id`,
};
