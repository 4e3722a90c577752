import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const accrualsReversed: Check = {
  name: 'accruals_reversed',
  invariant: 'Each accrual is posted on its day and reversed on the day it says.',
  query: (organization) => sql`
    select 'accrual:' || accrual.id as name,
      coalesce(books.total, 0) <> 0 or coalesce(books.posted, 0) = 0
        or (accrual.voided_at is null and (books.entries <> 2 or coalesce(books.back, 0) <> 1)) as wrong
    from accruals as accrual
    left join lateral (
      select count(distinct entry.id) as entries, sum(line.amount) as total,
        count(*) filter (where entry.entry_date = accrual.accrual_date) as posted,
        count(*) filter (where entry.entry_date = accrual.reverse_on) as back
      from report_entries as entry
      join report_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
        and line.account_id = accrual.balance_account_id
      where entry.organization_id = ${organization} and entry.source_type = 'accrual' and entry.source_id = accrual.id
    ) as books on true
    where accrual.organization_id = ${organization}`,
};
