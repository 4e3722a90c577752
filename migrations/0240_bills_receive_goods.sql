-- A line of a bill may bring the goods that it bills: it names the variant, how much of it comes and where it goes. What
-- it costs is then what the goods come in for. A line without a variant in the category of goods bills what came before.
alter table expense_lines
  add column variant_id uuid,
  -- In 1/100,000.
  add column quantity bigint check (quantity > 0),
  -- Where they go; of a draft that does not say, the default location of the day that it is posted.
  add column location_id uuid,
  add constraint expense_lines_variant_fkey foreign key (organization_id, variant_id) references variants,
  add constraint expense_lines_location_fkey foreign key (organization_id, location_id) references locations,
  add constraint expense_lines_goods check ((variant_id is null) = (quantity is null)
    and (location_id is null or variant_id is not null)),
  -- Goods are charged to a client by selling them.
  add constraint expense_lines_goods_are_sold check (not billable or variant_id is null);
create index expense_lines_of_variant on expense_lines (organization_id, variant_id) where variant_id is not null;
