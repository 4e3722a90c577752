import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

/** Made anew from settlements and lines for all sales and debts together: one by one they would take minutes. */
export const cashSums: Check = {
  name: 'cash_sums',
  promise: 'The sums of the cash basis, of each account and day, are what payments, returns and refunds settle.',
  looks: (organization) => sql`
    select coalesce(a.code, 'Untaxed') || ' on ' || day as name, sum(amount) <> 0 or sum(base) <> 0 as wrong
    from (
      select account_id, rate_id, day, amount, base from report_cash_sums where organization_id = ${organization}
      union all
      select account_id, rate_id, day, -amount, -base from cash_days where organization_id = ${organization}
    ) as fact
    left join report_accounts as a on a.organization_id = ${organization} and a.id = account_id
    group by a.code, account_id, rate_id, day`,
};
