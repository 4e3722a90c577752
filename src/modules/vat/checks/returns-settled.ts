import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const returnsSettled: Check = {
  name: 'vat_returns_settled',
  invariant: 'Entries of settled VAT returns take what was declared off each tax account, to the cent.',
  query: (organization) => sql`
    with standing as (
      -- A return counts while no settled one has replaced it.
      select settled.id from vat_returns as settled
      where settled.organization_id = ${organization} and settled.settled_on is not null and not exists (
        select from vat_returns as later where later.organization_id = ${organization}
          and vat_settled_before(${organization}, later.id) = settled.id and later.settled_on is not null)
    ), declared as (
      select line.account_id, case line.side when 'output' then -line.tax else line.tax end as amount
      from vat_return_lines as line
      where line.organization_id = ${organization} and line.account_id is not null
        and line.return_id in (select id from standing)
    ), moved as (
      select line.account_id, line.amount from report_entries as entry
      join report_lines as line on line.organization_id = ${organization} and line.entry_id = entry.id
      join report_accounts as account on account.organization_id = ${organization} and account.id = line.account_id
        and coalesce(account.system_role, '') not in ('vat_settlement', 'rounding')
      where entry.organization_id = ${organization} and entry.source_type = 'vat_return'
    )
    select account.code as name, sum(part.amount) <> 0 as wrong
    from (select * from declared union all select * from moved) as part
    join report_accounts as account on account.organization_id = ${organization} and account.id = part.account_id
    group by account.code`,
};
