import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const matchesComeToLines: Check = {
  name: 'bank_matches_come_to_lines',
  invariant: 'The matches of each matched bank line come to its amount, and no other line has any.',
  query: (organization) => sql`
    with matched as (
      select line_id as id, sum(amount) as amount from bank_matches where organization_id = ${organization} group by 1
    )
    select account.name || ' ' || line.booking_date || ' ' || line.amount as name,
      case when line.match_state = 'matched' then coalesce(matched.amount, 0) <> line.balance_change
        else matched.id is not null end as wrong
    from bank_lines as line
    join bank_accounts as account on account.organization_id = line.organization_id
      and account.id = line.bank_account_id
    left join matched on matched.id = line.id
    where line.organization_id = ${organization} and (line.match_state = 'matched' or matched.id is not null)`,
};
