-- The lowest price that something is sold for where somebody sets the price by hand or takes something off.
alter table variants add column min_price_micro bigint check (min_price_micro >= 0);

-- Whoever makes this may be bound by row-level security as the owner; it is lifted for the time of this migration where
-- every organisation is served.
alter table roles no force row level security;
update roles set permissions = permissions || '{sales:price}'
  where kind = 'system' and name in ('owner', 'admin', 'accountant', 'manager')
    and not permissions @> '{sales:price}';
alter table roles force row level security;
