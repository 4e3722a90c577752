import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { controlRoles } from '../accounts/chart.ts';
import { holdsMoney } from '../balances/outflow-lines.ts';

export const emptiedCurrencies: Check = {
  name: 'emptied_currencies',
  invariant: 'An account with a zero balance in a currency has a zero base currency value for it.',
  query: (organization) => sql`
    select a.code || ' in ' || held.currency as name, held.amount = 0 and held.base_amount <> 0 as wrong
    from account_currencies as held
    join accounts as a on a.organization_id = ${organization} and a.id = held.account_id
    where held.organization_id = ${organization}
      and (${holdsMoney} or a.system_role = any(${[...controlRoles]}::text[]))`,
};
