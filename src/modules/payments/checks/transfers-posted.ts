import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const transfersPosted: Check = {
  name: 'money_transfers_posted',
  invariant: 'The amounts sent and received by each transfer equal its journal entries, including corrections.',
  query: (organization) => sql`
    with moved as (
      select entry.source_id as id, line.account_id, sum(line.amount) as amount
      from report_entries as entry
      join report_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      where entry.organization_id = ${organization} and entry.source_type = 'money_transfer'
        and line.currency_amount is distinct from 0 group by 1, 2
    )
    select transfer.number as name, place.amount <> coalesce((select moved.amount from moved
        where moved.id = transfer.id and moved.account_id = place.account_id), 0) as wrong
    from money_transfers as transfer
    cross join lateral (values (from_account_id, case status when 'voided' then 0 else -base_amount end),
      (to_account_id, case status when 'voided' then 0 else base_to_amount end)) as place (account_id, amount)
    where transfer.organization_id = ${organization}`,
};
