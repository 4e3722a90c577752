import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const linesOnce: Check = {
  name: 'bank_lines_once',
  invariant: 'No two open lines of a bank account have the same bank reference, day and amount.',
  query: (organization) => sql`
    select account.name || ' ' || line.booking_date || ' ' || line.key_reference as name, count(*) > 1 as wrong
    from bank_lines as line
    join bank_accounts as account on account.organization_id = line.organization_id
      and account.id = line.bank_account_id
    where line.organization_id = ${organization} and line.state = 'open' and line.key_reference is not null
    group by account.id, account.name, line.booking_date, line.key_reference, line.amount`,
};
