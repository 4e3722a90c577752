import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const clientCurrencySums: Check = {
  name: 'client_currency_sums',
  invariant: 'Opening totals of statements in other currencies equal the journal lines of their clients.',
  query: (organization) => sql`
    select client_id || ' in ' || currency || ' in ' || month as name,
      coalesce(lines.amount, 0) <> coalesce(kept.amount, 0)
        or coalesce(lines.base_amount, 0) <> coalesce(kept.base_amount, 0) as wrong
    from (
      select client_id, account_id, currency, date_trunc('month', entry_date::timestamp)::date as month,
        sum(currency_amount) as amount, sum(amount) as base_amount
      from journal_lines where organization_id = ${organization} and client_id is not null and currency is not null
      group by 1, 2, 3, 4
    ) as lines
    full join (
      select client_id, account_id, currency, month, amount, base_amount from client_currency_months
      where organization_id = ${organization}
    ) as kept using (client_id, account_id, currency, month)`,
};
