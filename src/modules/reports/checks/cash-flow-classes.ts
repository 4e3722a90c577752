import { type Sql, sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { directKind, paidForAssets, sharesOfAssets } from '../cash-flow/cash-flow-facts.ts';

/**
 * Finds the cash movements of each month in two ways: from the other side of the entries of money accounts, as the
 * report does, and from the sums that balances are read from, which know nothing of entries, less what of them moved no
 * money. The report finds payments for assets by payment, and this check by the reduction of payables in the ledger.
 */
export const cashFlowClasses: Check = {
  name: 'cash_flow_classes',
  invariant: 'Cash flow from operating, investing and financing activities of each month is the same by both methods.',
  query: (organization) => sql`
    with account as materialized (
      select a.id, a.type in ('cash', 'bank') as is_money, case ${directKind} when 'fixed_assets' then 'investing'
        when 'loans' then 'financing' when 'owners' then 'financing' else 'operating' end as activity
      from report_accounts as a where a.organization_id = ${organization}
    ), moving as materialized (
      select distinct l.entry_id as id from report_lines as l join account on account.id = l.account_id
      where l.organization_id = ${organization} and account.is_money
    ), moved as materialized (
      select date_trunc('month', l.entry_date)::date as month, account.is_money, account.activity,
        moving.id is not null as moves, opening.id is not null as opens, sum(l.amount) as amount
      from report_lines as l
      join account on account.id = l.account_id
      left join moving on moving.id = l.entry_id
      left join report_entries as opening on opening.organization_id = ${organization} and opening.kind = 'opening'
        and opening.id = l.entry_id
      where l.organization_id = ${organization}
      group by 1, 2, 3, 4, 5
    ), flows as (
      select month, activity, -amount as direct, 0::numeric as indirect from moved
      where moves and not opens and not is_money
      union all
      select month, 'financing', amount, 0 from moved where opens and is_money
      union all
      select date_trunc('month', paid.day)::date, part.activity, part.sign * paid.amount, 0
      from (${paidForAssets(organization)}) as paid ${towardsAssets}
      union all
      select sums.month, account.activity, 0, sums.credit - sums.debit
      from report_account_months as sums join account on account.id = sums.account_id
      where sums.organization_id = ${organization} and not account.is_money
      union all
      select month, part.activity, 0, part.sign * amount
      from moved cross join lateral (values (moved.activity, 1), ('operating', -1)) as part (activity, sign)
      where (not moves or opens) and not is_money and moved.activity <> 'operating'
      union all
      select month, part.activity, 0, part.sign * amount
      from moved cross join (values ('financing', 1), ('operating', -1)) as part (activity, sign)
      where opens and is_money
      union all
      select date_trunc('month', paid.day)::date, part.activity, 0, part.sign * paid.amount
      from (${sharesOfAssets(organization, leftPayables(organization))}) as paid ${towardsAssets}
    )
    select to_char(month, 'YYYY-MM') || ' ' || activity || ': ' || sum(direct) || ' directly, ' || sum(indirect)
      || ' indirectly' as name, sum(direct) <> sum(indirect) as wrong
    from flows group by month, activity having bool_or(direct <> 0 or indirect <> 0)`,
};

const towardsAssets = sql`cross join (values ('investing', -1), ('operating', 1)) as part (activity, sign)`;

/** Reduction of payables on a bill by entries that moved money. */
function leftPayables(organization: string): Sql {
  return sql`
    select e.source_id as id, e.entry_date as day, sum(l.amount) as amount
    from report_entries as e
    join report_lines as l on l.organization_id = ${organization} and l.entry_id = e.id
    join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
      and a.type = 'accounts_payable'
    where e.organization_id = ${organization} and e.source_type = 'expense' and e.source_id = bill.source_id
      and e.id in (select id from moving)
    group by e.source_id, e.entry_date`;
}
