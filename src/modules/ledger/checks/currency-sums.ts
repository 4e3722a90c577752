import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const currencySums: Check = {
  name: 'currency_sums',
  invariant: 'Foreign currency balances of accounts, and their base currency value, equal their journal lines.',
  query: (organization) => sql`
    select a.code || ' in ' || currency as name,
      coalesce(lines.amount, 0) <> coalesce(kept.amount, 0)
        or coalesce(lines.base_amount, 0) <> coalesce(kept.base_amount, 0) as wrong
    from (
      select account_id, currency, sum(currency_amount) as amount, sum(amount) as base_amount from journal_lines
      where organization_id = ${organization} and currency is not null group by 1, 2
    ) as lines
    full join (
      select account_id, currency, amount, base_amount from account_currencies where organization_id = ${organization}
    ) as kept using (account_id, currency)
    left join accounts as a on a.organization_id = ${organization} and a.id = account_id`,
};
