-- Rates of exchange come in from files too.
alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check
    check (kind in ('clients', 'product_categories', 'products', 'sales', 'exchange_rates'));
