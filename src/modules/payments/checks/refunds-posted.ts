import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const refundsPosted: Check = {
  name: 'refunds_posted',
  invariant:
    'The entries of each refund match its status: paid out, in clearing or reversed; a goodwill refund is expensed ' +
    'while it is in effect.',
  query: (organization) => sql`
    with moved as (
      select entry.source_id as id, line.account_id, sum(line.amount) as amount
      from report_entries as entry
      join report_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      where entry.organization_id = ${organization} and entry.source_type = 'refund'
        and line.currency_amount is distinct from 0 group by 1, 2
    ), given as (
      select id, number, status, coalesce(worth, amount) as worth,
        coalesce(paid_worth, worth, amount) as paid, account_id, charged_account_id, (
          select id from report_accounts where organization_id = ${organization} and system_role = 'payment_clearing'
        ) as clearing_id
      from refunds where organization_id = ${organization} and destination <> 'client_credit'
    ), expected as (
      select id, number, account_id, -paid as amount from given where status = 'completed'
      union all
      select id, number, clearing_id, -worth from given where status = 'pending'
      union all
      select id, number, charged_account_id, worth from given
      where charged_account_id is not null and status in ('pending', 'completed')
      union all
      -- Nothing is left anywhere else that the money was, or of what was taken back.
      select id, number, place, 0 from given
      cross join lateral (values (account_id), (clearing_id), (charged_account_id)) as places (place)
      where place is not null
    )
    select number as name, sum(expected.amount) <> coalesce((select moved.amount from moved
        where moved.id = expected.id and moved.account_id = expected.account_id), 0) as wrong
    from expected group by expected.id, number, expected.account_id`,
};
