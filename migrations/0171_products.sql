-- Bundles: products that are sold as one and leave the stock as what they are made of.
alter table products drop constraint products_type_check,
  add constraint products_type_check check (type in ('good', 'service', 'bundle'));

create table bundle_components (
  organization_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  position int not null check (position between 1 and 50),
  -- In 1/100,000: how much of it one bundle takes.
  quantity bigint not null check (quantity > 0),
  primary key (organization_id, product_id, variant_id),
  constraint bundle_components_product_fkey
    foreign key (organization_id, product_id) references products on delete cascade,
  constraint bundle_components_variant_fkey foreign key (organization_id, variant_id) references variants
);
create index bundle_components_variant on bundle_components (organization_id, variant_id);
select protect_tenant_table('bundle_components');

-- What each variant of a bundle takes out of the stock.
create view bundle_parts with (security_invoker = true) as
  select variants.organization_id, variants.id as bundle_id, bundle_components.variant_id, bundle_components.quantity,
    bundle_components.position
  from bundle_components
  join variants on variants.organization_id = bundle_components.organization_id
    and variants.product_id = bundle_components.product_id;
grant select on bundle_parts to daybook_runtime;
