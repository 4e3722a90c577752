import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const clientSums: Check = {
  name: 'client_sums',
  invariant: 'Statement totals of each client, account and month equal its journal lines.',
  query: (organization) => sql`
    select client_id || ' in ' || month as name, coalesce(lines.amount, 0) <> coalesce(kept.amount, 0) as wrong
    from (
      select client_id, account_id, date_trunc('month', entry_date::timestamp)::date as month, sum(amount) as amount
      from journal_lines where organization_id = ${organization} and client_id is not null group by 1, 2, 3
    ) as lines
    full join (
      select client_id, account_id, month, amount from client_months where organization_id = ${organization}
    ) as kept using (client_id, account_id, month)`,
};
