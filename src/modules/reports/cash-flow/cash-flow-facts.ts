import { type Sql, sql } from '../../../db/sql.ts';
import { linesOfAccount, linesOfEntry, type Spans, spansTable } from '../cash-basis/settlement-steps.ts';
import { isTaxAccount } from '../tax/tax-accounts.ts';

/** Of an account called `a`: which of the kinds above it is of. */
export const directKind = sql`case
  when a.type in ('accounts_receivable', 'revenue') or a.system_role = 'client_credit' then 'clients'
  when a.type in ('accounts_payable', 'credit_card', 'inventory', 'cost_of_goods_sold')
    or a.system_role = 'supplier_credit' then 'suppliers'
  when ${isTaxAccount} then 'tax'
  when a.type in ('expense', 'other_expense') then 'expenses'
  when a.type = 'other_income' then 'other_income'
  when a.type = 'fixed_asset' then 'fixed_assets'
  when a.type = 'long_term_liability' then 'loans'
  when a.class = 'equity' then 'owners'
  else 'other' end`;

/**
 * Cash movements, positive where money came in: rows of `is_compared`, day, `flow` (its kind), and the record behind.
 *
 * The other lines of an entry say what it was for; an entry between two cash accounts alone moved none. What an opening
 * entry brings in is the owners' only as far as it is cash. What pays a bill is for what the bill was for.
 */
export function directFacts(organization: string, spans: Spans): Sql {
  return sql`
    with ${spansTable(spans)}, opening as materialized (
      select id from report_entries where organization_id = ${organization} and kind = 'opening'
    ), moved as (
      select distinct spans.is_compared, l.entry_id, l.entry_date, l.entry_id in (select id from opening) as is_opening
      from spans
      join report_accounts as a on a.organization_id = ${organization} and a.type in ('cash', 'bank')
      ${linesOfAccount(organization, { first: sql`spans.first`, last: sql`spans.last` })} as l
    )
    select l.is_compared, l.entry_date as day, case when is_opening then 'owners' else ${directKind} end
      as flow, 'journal_entry' as kind, l.entry_id as id, case when is_opening then l.amount else -l.amount end
      as amount
    from (
      -- Their lines first, and then the accounts of all of them at once.
      select moved.*, line.account_id, line.amount
      from moved ${linesOfEntry(organization, sql`moved.entry_id`)} as line offset 0
    ) as l
    join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
    where (a.type in ('cash', 'bank')) = is_opening
    union all
    select spans.is_compared, paid.day, part.flow, 'expense', paid.id, part.sign * paid.amount
    from spans
    join (${paidForAssets(organization)}) as paid on paid.day between spans.first and spans.last
    cross join (values ('fixed_assets', -1), ('suppliers', 1)) as part (flow, sign)`;
}

/** Part of the payments of bills that paid for assets, in the proportion of the bill; its tax does not count. */
export function paidForAssets(organization: string): Sql {
  return sharesOfAssets(
    organization,
    sql`select payment.expense_id as id, moved.day, moved.sign * payment.amount as amount
      from report_expense_payments as payment
      cross join lateral (values (payment.payment_date, 1), (payment.reversed_on, -1)) as moved (day, sign)
      where payment.organization_id = ${organization} and payment.expense_id = bill.source_id
        and moved.day is not null and exists (select from report_lines as l
          join report_accounts as till on till.organization_id = ${organization} and till.id = l.account_id
          where l.organization_id = ${organization} and l.entry_id = payment.entry_id
            and till.type in ('cash', 'bank'))`,
  );
}

/**
 * Part of the payments for assets, from `id`, `day` and `amount` of each `bill` with assets: the share of all that was
 * paid by a day, so that the last payment includes the rounding of those before.
 */
export function sharesOfAssets(organization: string, paid: Sql): Sql {
  return sql`
    select share.id, share.day, share.amount
    from (
      select e.source_id, -sum(l.amount) filter (where a.type = 'accounts_payable') as owed,
        sum(l.amount) filter (where a.type = 'fixed_asset') as assets
      from report_entries as e
      join report_lines as l on l.organization_id = ${organization} and l.entry_id = e.id
      join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
      where e.organization_id = ${organization} and e.source_type = 'expense' and e.kind = 'system'
        and e.id in (select asset_line.entry_id from report_accounts as asset
          join report_lines as asset_line on asset_line.organization_id = ${organization}
            and asset_line.account_id = asset.id
          where asset.organization_id = ${organization} and asset.type = 'fixed_asset')
      group by e.source_id
    ) as bill
    cross join lateral (
      select id, day, in_share(whole, bill.owed::bigint, bill.assets::bigint)
        - in_share((whole - today)::bigint, bill.owed::bigint, bill.assets::bigint) as amount
      from (
        select id, day, sum(amount) as today, (sum(sum(amount)) over (order by day))::bigint as whole
        from (${paid}) as part group by id, day) as days
    ) as share
    where bill.owed > 0 and bill.assets > 0`;
}
