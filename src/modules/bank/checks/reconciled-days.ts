import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const reconciledDays: Check = {
  name: 'bank_reconciled_days',
  invariant: 'Up to the day that a bank account is reconciled through, every line is matched or excluded.',
  query: (organization) => sql`
    select account.name || ' ' || line.booking_date as name,
      line.match_state = 'open' and line.booking = 'booked' and not line.is_interim as wrong
    from bank_accounts as account
    join bank_lines as line on line.organization_id = account.organization_id and line.bank_account_id = account.id
      and line.booking_date <= account.reconciled_through and line.state = 'open'
    where account.organization_id = ${organization}`,
};
