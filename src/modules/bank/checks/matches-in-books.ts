import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const matchesInBooks: Check = {
  name: 'bank_matches_in_books',
  invariant: 'Each match of a bank line is what a standing entry moves on the account of its bank account.',
  query: (organization) => sql`
    select account.name || ' ' || line.booking_date || ' ' || line.amount as name,
      entry.id is null or entry.amount <> match.amount as wrong
    from bank_matches as match
    join bank_lines as line on line.organization_id = match.organization_id and line.id = match.line_id
    join bank_accounts as account on account.organization_id = match.organization_id
      and account.id = match.bank_account_id
    left join bank_entries as entry on entry.organization_id = match.organization_id and entry.id = match.entry_id
      and entry.bank_account_id = match.bank_account_id
    where match.organization_id = ${organization}`,
};
