import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const salesUntaxed: Check = {
  name: 'sales_untaxed',
  invariant: 'The untaxed amount of each sale equals its lines and charges without tax.',
  query: (organization) => sql`
    select coalesce(sale.number, sale.id::text) as name,
      sale.untaxed <> coalesce(of_lines.net, 0) + coalesce(of_charges.net, 0) as wrong
    from sales as sale
    left join (
      select own.id, sum(in_base(line.net, own.base_factor)) as net
      from sales as own
      join sale_lines as line on line.organization_id = own.organization_id and line.sale_id = own.id
      where own.organization_id = ${organization} and line.taxes = '[]'
      group by own.id
    ) as of_lines on of_lines.id = sale.id
    left join lateral (
      select sum(in_base((charge ->> 'net')::bigint, sale.base_factor)) as net
      from jsonb_array_elements(sale.charges) as charge where charge -> 'taxes' = '[]'
    ) as of_charges on true
    where sale.organization_id = ${organization}`,
};
