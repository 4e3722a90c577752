import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const trialBalance: Check = {
  name: 'trial_balance',
  invariant: 'Total debits equal total credits.',
  query: (organization) => sql`
    select 'debits ' || debits || ', credits ' || credits as name, debits <> credits as wrong
    from (
      select coalesce(sum(debit), 0) as debits, coalesce(sum(credit), 0) as credits
      from account_days where organization_id = ${organization}
    ) as total`,
};
