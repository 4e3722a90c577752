import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const goodsBilled: Check = {
  name: 'goods_billed',
  invariant: 'Goods on a bill are received once, at the cost on the bill, and are reversed when the bill is void.',
  query: (organization) => sql`
    select coalesce(line.number, 'expense_line:' || line_id) as name,
      line.cost is distinct from moved.cost
      or case when line.is_void then 0 else line.quantity end is distinct from moved.quantity as wrong
    from (
      select line.id as line_id, expense.number, expense.voided_on is not null as is_void, line.quantity,
        in_base(line.total + line.self_assessed_tax - line.recoverable_tax, expense.base_factor) as cost
      from expenses as expense
      join expense_lines as line on line.organization_id = expense.organization_id and line.expense_id = expense.id
      where expense.organization_id = ${organization} and expense.posted_at is not null
        and line.variant_id is not null
    ) as line
    full join (
      select source_line_id as line_id, sum(quantity) as quantity,
        sum(total_cost) filter (where type = 'purchase_receipt') as cost
      from report_stock_movements
      where organization_id = ${organization} and source_type = 'expense' and source_line_id is not null
      group by source_line_id
    ) as moved using (line_id)`,
};
