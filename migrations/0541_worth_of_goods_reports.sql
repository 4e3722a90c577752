-- What goods are worth that leave, whatever they were sold for: the limits of MCP tokens count by it.

create view report_list_prices with (security_invoker = true) as
  select organization_id, id as variant_id, price_micro, currency, standard_cost_micro, track_inventory from variants;
grant select on report_list_prices to daybook_runtime;

-- `undiscounted` is in the base currency.
create view report_goods_sold with (security_invoker = true) as
  select line.organization_id, line.sale_id, sale.confirmed_at, line.variant_id, line.quantity,
    in_base(line.undiscounted, sale.base_factor) as undiscounted, line.cost_total
  from sales as sale
  join sale_lines as line on line.organization_id = sale.organization_id and line.sale_id = sale.id
  where sale.confirmed_at is not null and sale.kind = 'sale' and not sale.is_deposit;
grant select on report_goods_sold to daybook_runtime;
