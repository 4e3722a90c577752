-- VAT as it is declared: the tax code of each tax of a sale and an expense, what is taxed by day, and returns.

-- Which of them supply each other without borders.
create function is_eu(country text) returns boolean immutable parallel safe language sql
return coalesce(country in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT',
  'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'), false);

-- The tax code of a sale at a rate: its nature, and the percentage where several are charged. `chosen` is what the rate
-- says itself.
create function sale_tax_code(rate tax_rates, own text, buyer text) returns text immutable parallel safe language sql
return case
  when rate.sales_tax_code is not null then rate.sales_tax_code
  when rate.category in ('S', 'L', 'M') and is_eu(own) and is_eu(rate.country) and rate.country <> own then 'OSS' || rate.country
  when rate.category in ('S', 'L', 'M') then 'S'
  when rate.category = 'AE' and buyer <> own and is_eu(own) and is_eu(buyer) then 'KS'
  when rate.category = 'AE' and buyer <> own then 'O'
  else rate.category
end || case when rate.category in ('S', 'L', 'M') and coalesce(rate.sales_tax_code, 'S') in ('S', 'OWN')
  then trim_scale(rate.percentage / 1000000.0)::text else '' end;

-- The same of an expense. What is bought may be an asset, or goods.
create function purchase_tax_code(rate tax_rates, own text, supplier text, bought text) returns text
immutable parallel safe language sql
return case when rate.purchase_tax_code is not null then rate.purchase_tax_code
  when rate.kind = 'reverse_charge' and rate.category = 'K' then 'IK'
  when rate.kind = 'reverse_charge' and (supplier is null or supplier = own) then 'IA'
  when rate.kind = 'reverse_charge' and is_eu(own) and is_eu(supplier) then 'IS'
  when rate.kind = 'reverse_charge' then 'IX'
  when rate.category = 'O' then 'N'
  when bought = 'asset' then 'PC'
  when bought = 'goods' then 'PG'
  else 'P'
end || case when rate.purchase_tax_code = 'N' or rate.purchase_tax_code is null and rate.kind <> 'reverse_charge' and rate.category = 'O'
  then '' else trim_scale(rate.percentage / 1000000.0)::text end;
grant execute on function is_eu, sale_tax_code, purchase_tax_code to daybook_runtime;

-- The tax code of each rate of a sale, return or expense, fixed when it is posted: what becomes of the rate or of the
-- client later changes no code. Chosen by a person until it is in a filed return.
create table document_tax_codes (
  organization_id uuid not null references organizations,
  source_type text not null check (source_type in ('sale', 'expense')),
  source_id uuid not null,
  -- Null for what bears no rate.
  tax_rate_id uuid,
  code text not null check (code ~ '^[A-Z]{1,6}[0-9.]{0,9}$'),
  is_chosen boolean not null default false,
  constraint document_tax_codes_rate_fkey foreign key (organization_id, tax_rate_id) references tax_rates,
  constraint document_tax_codes_key unique nulls not distinct (organization_id, source_type, source_id, tax_rate_id)
);
create index document_tax_codes_of_rate on document_tax_codes (organization_id, tax_rate_id) where tax_rate_id is not null;
select protect_tenant_table('document_tax_codes');
select limit_to_scope('document_tax_codes', 'false');
revoke insert, update, delete on document_tax_codes from daybook_runtime;

-- A return has the codes of what it takes back.
create function code_sale() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into document_tax_codes (organization_id, source_type, source_id, tax_rate_id, code)
    select new.organization_id, 'sale', new.id, rate.id, coalesce(original.code, sale_tax_code(rate,
      (select country from organizations where id = new.organization_id),
      (select billing_address ->> 'country' from clients
        where organization_id = new.organization_id and id = new.client_id)))
    from jsonb_array_elements(new.taxes) as taxed
    join tax_rates as rate on rate.organization_id = new.organization_id and rate.id = (taxed ->> 'rate_id')::uuid
      and rate.kind <> 'withholding'
    left join document_tax_codes as original on original.organization_id = new.organization_id
      and original.source_type = 'sale' and original.source_id = new.original_sale_id and original.tax_rate_id = rate.id
    on conflict do nothing;
  return null;
end $$;
create trigger coded after insert on sales for each row
  when (new.confirmed_at is not null and new.taxes <> '[]') execute function code_sale();
create trigger coded_again after update on sales for each row
  when (old.confirmed_at is null and new.confirmed_at is not null and new.taxes <> '[]') execute function code_sale();

-- What a rate is charged on is an asset, or goods, where all its lines are.
create function code_expense() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into document_tax_codes (organization_id, source_type, source_id, tax_rate_id, code)
    select new.organization_id, 'expense', new.id, rate.id, purchase_tax_code(rate,
      (select country from organizations where id = new.organization_id),
      (select billing_address ->> 'country' from clients
        where organization_id = new.organization_id and id = new.supplier_id),
      (select case when bool_and(account.type = 'fixed_asset') then 'asset'
          when bool_and(line.variant_id is not null or account.type in ('inventory', 'cost_of_goods_sold')) then 'goods' end
        from expense_lines as line
        left join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
        where line.organization_id = new.organization_id and line.expense_id = new.id
          and exists (select from jsonb_array_elements(line.taxes) as own where own ->> 'rate_id' = taxed ->> 'rate_id')))
    from jsonb_array_elements(new.taxes) as taxed
    join tax_rates as rate on rate.organization_id = new.organization_id and rate.id = (taxed ->> 'rate_id')::uuid
    on conflict do nothing;
  return null;
end $$;
-- At commit, when all its lines are there.
create constraint trigger coded after insert on expenses deferrable initially deferred for each row
  when (new.posted_at is not null and new.taxes <> '[]') execute function code_expense();
create constraint trigger coded_again after update on expenses deferrable initially deferred for each row
  when (old.posted_at is null and new.posted_at is not null and new.taxes <> '[]') execute function code_expense();

-- What exports tell of each line of an entry that is a tax, or what a tax is of where the entry has one code alone.
create view report_tax_codes with (security_invoker = true) as
  select organization_id, source_type, source_id, tax_rate_id, code from document_tax_codes;
grant select on report_tax_codes to daybook_runtime;

-- A person chooses another. What is in a filed return stays as it was declared: the next return takes it back and
-- declares it anew.
create function choose_tax_code(organization uuid, kind text, source uuid, rate uuid, chosen text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if organization is distinct from current_organization() then
    return false;
  end if;
  insert into document_tax_codes (organization_id, source_type, source_id, tax_rate_id, code, is_chosen)
    values (organization, kind, source, rate, chosen, true)
    on conflict on constraint document_tax_codes_key do update set code = chosen, is_chosen = true;
  return true;
end $$;
revoke execute on function choose_tax_code from public;
grant execute on function choose_tax_code to daybook_runtime;
