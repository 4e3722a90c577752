import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

/** By payment a tax is declared in parts, on days of its own, and is compared with nothing here. */
export const linesDeclaredOnce: Check = {
  name: 'vat_lines_declared_once',
  invariant:
    'Every tax that was posted before its VAT return was filed is in filed returns once, with its amount. ' +
    'By payment, taxes are not compared.',
  query: (organization) => sql`
    with filed as (
      select scheme, max(period_to) as through, max(filed_at) as filed_at from vat_returns
      where organization_id = ${organization} and status = 'filed' group by scheme
      having bool_and(counted_by is not null) and bool_and(scheme = 'national')
    ), posted as (
      select source_type, source_id, tax_rate_id, account_id, entry_date as day, sum(amount) as amount,
        max(posted_at) as posted_at, min(number) as number
      from vat_posted_taxes as tax
      where organization_id = ${organization} and entry_date >= (
          select starts_on from vat_settings where organization_id = ${organization})
        and not exists (select from report_tax_codes as code where code.organization_id = ${organization}
          and code.source_type = tax.source_type and code.source_id = tax.source_id
          and code.tax_rate_id = tax.tax_rate_id and code.code like 'OSS%')
      group by 1, 2, 3, 4, 5
    ), declared as (
      select line.source_type, line.source_id, line.tax_rate_id, line.account_id, line.tax_date as day,
        sum(case line.side when 'output' then -line.tax else line.tax end) as amount
      from vat_return_lines as line
      join vat_returns as own on own.organization_id = ${organization} and own.id = line.return_id
        and own.status = 'filed' and own.scheme = 'national'
      where line.organization_id = ${organization} and line.account_id is not null
      group by 1, 2, 3, 4, 5
    )
    select coalesce(posted.number, declared.source_type || ':' || declared.source_id) as name,
      (posted.source_id is null and declared.amount <> 0) or (posted.posted_at < filed.filed_at
        and posted.day <= filed.through and posted.amount <> coalesce(declared.amount, 0)) as wrong
    from filed cross join (posted full join declared using (source_type, source_id, tax_rate_id, account_id, day))`,
};
