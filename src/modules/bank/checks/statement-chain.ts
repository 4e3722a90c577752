import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const statementChain: Check = {
  name: 'bank_statement_chain',
  invariant: 'Each bank statement opens with the closing balance of the one before it.',
  query: (organization) => sql`
    select account.name || ' ' || statement.to_day as name, gap.before_id is not null as wrong
    from bank_statements as statement
    join bank_accounts as account on account.organization_id = statement.organization_id
      and account.id = statement.bank_account_id
    left join bank_statement_gaps(${organization}) as gap on gap.before_id = statement.id
    where statement.organization_id = ${organization}`,
};
