import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const dimensionSums: Check = {
  name: 'dimension_sums',
  invariant:
    'Totals of each dimension value, account and month equal its journal lines, one value of a dimension each.',
  query: (organization) => sql`
    select value_id || ' in ' || month as name, (coalesce(lines.debit, 0), coalesce(lines.credit, 0))
      <> (coalesce(kept.debit, 0), coalesce(kept.credit, 0)) as wrong
    from (
      select value_id, account_id, date_trunc('month', entry_date::timestamp)::date as month,
        coalesce(sum(amount) filter (where amount > 0), 0) as debit,
        coalesce(-sum(amount) filter (where amount < 0), 0) as credit
      from journal_lines cross join unnest(dimension_value_ids) as value_id
      where organization_id = ${organization} and dimension_value_ids is not null group by 1, 2, 3
    ) as lines
    full join (
      select value_id, account_id, month, debit, credit from dimension_months where organization_id = ${organization}
    ) as kept using (value_id, account_id, month)
    union all
    select entry_id || ' line ' || position, (
      select count(*) <> cardinality(dimension_value_ids) or count(*) <> count(distinct value.dimension_id)
      from report_dimension_values as value
      where value.organization_id = ${organization} and value.id = any(dimension_value_ids))
    from journal_lines where organization_id = ${organization} and dimension_value_ids is not null`,
};
