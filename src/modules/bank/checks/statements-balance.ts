import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const statementsBalance: Check = {
  name: 'bank_statements_balance',
  invariant: 'The opening balance of each bank statement and its booked lines come to its closing balance.',
  query: (organization) => sql`
    with named as (
      select named.statement_id as id, sum(line.balance_change) filter (where named.booked) as booked
      from bank_statement_lines as named
      join bank_lines as line on line.organization_id = named.organization_id and line.id = named.line_id
      where named.organization_id = ${organization} group by 1
    )
    select account.name || ' ' || statement.to_day as name,
      coalesce(statement.difference, 0) <> 0 or coalesce(named.booked, 0) <> statement.booked as wrong
    from bank_statements as statement
    join bank_accounts as account on account.organization_id = statement.organization_id
      and account.id = statement.bank_account_id
    left join named on named.id = statement.id
    where statement.organization_id = ${organization}`,
};
