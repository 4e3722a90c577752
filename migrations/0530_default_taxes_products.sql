-- The rate of lines that name no product and no tax: one at most, as a line that is taxed twice by mistake is worse than
-- one that is not taxed and says so. Nobody has one until it is chosen: what was priced before stays as it is.
alter table tax_rates
  add column is_default boolean not null default false,
  add constraint tax_rates_default_charged check (not is_default or (applies_to <> 'purchases' and kind <> 'withholding'));
create unique index tax_rates_default_key on tax_rates (organization_id) where is_default;

-- Who said how a line is taxed; null where nobody did, and for lines that were written before it was kept.
alter table sale_lines add column tax_source text check (tax_source in ('given', 'client', 'variant', 'default'));
