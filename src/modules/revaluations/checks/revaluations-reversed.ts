import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const revaluationsReversed: Check = {
  name: 'revaluations_reversed',
  invariant: 'Each exchange revaluation is posted on its day, as its items say, and back on the day after.',
  query: (organization) => sql`
    select 'revaluation:' || revaluation.id as name,
      coalesce(books.rest, 0) <> 0
        or revaluation.voided_at is null and (coalesce(books.gain, 0) <> revaluation.gain - revaluation.loss
          or coalesce(items.difference, 0) <> revaluation.gain - revaluation.loss) as wrong
    from revaluations as revaluation
    left join (
      select revaluation_id, sum(difference) as difference from revaluation_items
      where organization_id = ${organization} group by revaluation_id
    ) as items on items.revaluation_id = revaluation.id
    left join (
      select entry.source_id, sum(line.amount) as rest,
        -sum(line.amount) filter (where entry.entry_date = own.revalued_on) as gain
      from report_entries as entry
      join revaluations as own on own.organization_id = entry.organization_id and own.id = entry.source_id
      join report_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      join report_accounts as account on account.organization_id = ${organization} and account.id = line.account_id
        and account.class in ('revenue', 'expense')
      where entry.organization_id = ${organization} and entry.source_type = 'revaluation'
      group by entry.source_id
    ) as books on books.source_id = revaluation.id
    where revaluation.organization_id = ${organization}`,
};
