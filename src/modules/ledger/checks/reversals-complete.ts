import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

/**
 * A reversal may have lines besides, of an exchange difference that it makes itself; so its lines are compared by what
 * they move, and each of the entry has to be among them with the sign changed.
 */
export const reversalsComplete: Check = {
  name: 'reversals_complete',
  invariant: 'A reversal takes back every line of the entry that it reverses.',
  query: (organization) => sql`
    select reversal.number as name, exists (
      select account_id, -amount, currency, -currency_amount, client_id, member_id, dimension_value_ids
      from journal_lines
      where organization_id = ${organization} and entry_id = reversal.reverses_id
      except all
      select account_id, amount, currency, currency_amount, client_id, member_id, dimension_value_ids
      from journal_lines
      where organization_id = ${organization} and entry_id = reversal.id
    ) as wrong
    from journal_entries as reversal
    where reversal.organization_id = ${organization} and reversal.reverses_id is not null`,
};
