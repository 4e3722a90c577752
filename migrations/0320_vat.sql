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
create index document_tax_codes_chosen on document_tax_codes (organization_id) where is_chosen;
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
create trigger coded_again after update of confirmed_at on sales for each row
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
create constraint trigger coded_again after update of posted_at on expenses deferrable initially deferred for each row
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

-- How and how often an organisation declares its VAT.
create table vat_settings (
  organization_id uuid primary key references organizations,
  period text not null check (period in ('month', 'two_months', 'quarter', 'four_months', 'half_year', 'year')),
  -- First day of the first period that is declared here. What is before it was declared elsewhere.
  starts_on date not null check (extract(day from starts_on) = 1),
  -- Whether input tax is deducted by invoice all the same, where output tax falls due by payment.
  input_basis text not null check (input_basis in ('invoice', 'payment')),
  -- From when on documents fall due as the organisation says now; those of before, the other way.
  basis_since date,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null
);
select protect_tenant_table('vat_settings');
select limit_to_scope('vat_settings', 'false');

create table vat_returns (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Of the country, or of sales to consumers in other member states.
  scheme text not null check (scheme in ('national', 'oss')),
  form text not null check (length(form) <= 40),
  period_from date not null,
  period_to date not null check (period_to > period_from),
  status text not null check (status in ('draft', 'filed', 'superseded')),
  -- The filed return that this one replaces.
  corrects_id uuid,
  -- Figures of a person by box, in minor units.
  asked jsonb not null default '{}',
  -- What was filed: [{"box": "81", "base": "1000000", "tax": null, "total": null}].
  boxes jsonb,
  basis text check (basis in ('invoice', 'payment')),
  due bigint,
  net bigint,
  filed_on date,
  filed_at timestamptz,
  filed_by jsonb,
  -- When its lines were kept, by the earlier of the clocks of service and database, and by what taxes were counted then, as
  -- `vat_counted_by` has it: while that is the same, later returns need not look at all earlier days again.
  kept_at timestamptz,
  counted_by text,
  reference text check (length(reference) between 1 and 255),
  settlement_entry_id uuid,
  settled_on date,
  notes text check (length(notes) <= 5000),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint vat_returns_filed_whole check ((status = 'draft') = (boxes is null)
    and num_nulls(boxes, basis, due, net, filed_on, filed_at, filed_by, kept_at) in (0, 8)),
  constraint vat_returns_settled check ((settlement_entry_id is null or settled_on is not null)
    and (settled_on is null or status <> 'draft')),
  constraint vat_returns_entry_fkey foreign key (organization_id, settlement_entry_id) references journal_entries
);
create unique index vat_returns_draft_key on vat_returns (organization_id, scheme, period_from) where status = 'draft';
create unique index vat_returns_filed_key on vat_returns (organization_id, scheme, period_from) where status = 'filed';
create index vat_returns_by_period on vat_returns (organization_id, period_from, id);
alter table vat_returns add primary key (organization_id, id);
alter table vat_returns add constraint vat_returns_corrects_fkey
  foreign key (organization_id, corrects_id) references vat_returns;
select protect_tenant_table('vat_returns');
select limit_to_scope('vat_returns', 'false');

-- What was filed stays. It is settled, and superseded once.
create function refuse_filed_return_change() returns trigger language plpgsql as $$
begin
  raise exception 'a filed return stays as it is' using errcode = 'restrict_violation', constraint = 'vat_returns_frozen';
end $$;
create trigger frozen before update on vat_returns for each row
  when (old.status <> 'draft' and ((old.scheme, old.form, old.period_from, old.period_to, old.corrects_id, old.asked, old.boxes,
    old.basis, old.due, old.net, old.filed_on, old.filed_at, old.filed_by, old.kept_at, old.counted_by) is distinct from
    (new.scheme, new.form, new.period_from, new.period_to, new.corrects_id, new.asked, new.boxes,
    new.basis, new.due, new.net, new.filed_on, new.filed_at, new.filed_by, new.kept_at, new.counted_by)
    or new.status = 'draft' or old.status = 'superseded' and new.status <> 'superseded'))
  execute function refuse_filed_return_change();
create trigger frozen_delete before delete on vat_returns for each row
  when (old.status <> 'draft') execute function refuse_filed_return_change();

-- What is behind the boxes of a filed return: one row for each document, tax, side and day. `lost` is tax that is not
-- deducted. All in minor units of the base currency, each side with its own sign.
create table vat_return_lines (
  organization_id uuid not null,
  return_id uuid not null,
  id uuid not null,
  source_type text not null,
  source_id uuid not null,
  tax_rate_id uuid,
  -- Empty where no rate says what was supplied.
  code text not null,
  account_id uuid,
  side text not null check (side in ('output', 'input')),
  tax_date date not null,
  base bigint not null,
  tax bigint not null,
  lost bigint not null,
  is_late boolean not null,
  primary key (organization_id, return_id, id),
  constraint vat_return_lines_return_fkey foreign key (organization_id, return_id) references vat_returns,
  constraint vat_return_lines_account_fkey foreign key (organization_id, account_id) references accounts
);
create index vat_return_lines_of_source on vat_return_lines (organization_id, source_type, source_id);
select protect_tenant_table('vat_return_lines');
select limit_to_scope('vat_return_lines', 'false');
select protect_append_only('vat_return_lines');

-- What filed returns have declared, to be taken off.
create view vat_declared with (security_invoker = true) as
  select line.organization_id, line.return_id, line.source_type, line.source_id, line.tax_rate_id, line.code,
    line.account_id, line.side, line.tax_date, -line.base as base, -line.tax as tax, -line.lost as lost
  from vat_returns as filed
  join vat_return_lines as line on line.organization_id = filed.organization_id and line.return_id = filed.id
  where filed.status = 'filed';
grant select on vat_declared to daybook_runtime;

-- Money that paid a return, or came back for one: an entry on the account of what is to be settled.
create table vat_return_payments (
  organization_id uuid not null,
  id uuid not null,
  return_id uuid not null,
  entry_id uuid not null,
  -- Positive where it was paid.
  amount bigint not null check (amount <> 0),
  paid_on date not null,
  -- False where the entry was there before, such as one of a bank line.
  is_made boolean not null,
  reversed_on date,
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint vat_return_payments_return_fkey foreign key (organization_id, return_id) references vat_returns,
  -- Checked at commit: the entry is posted last.
  constraint vat_return_payments_entry_fkey foreign key (organization_id, entry_id) references journal_entries
    deferrable initially deferred
);
create unique index vat_return_payments_entry_key on vat_return_payments (organization_id, entry_id)
  where reversed_on is null;
create index vat_return_payments_of_return on vat_return_payments (organization_id, return_id, id);
alter table vat_return_payments add primary key (organization_id, id);
select protect_tenant_table('vat_return_payments');
select limit_to_scope('vat_return_payments', 'false');

-- Sales without a tax, by rate of nothing or by none.
create view vat_untaxed_sales with (security_invoker = true) as
  select sale.organization_id, sale.id as sale_id, sale.sale_date, sale.voided_on, part.rate_id,
    case sale.kind when 'sale' then 1 else -1 end * part.base as base
  from sales as sale
  cross join lateral (
    select (rated ->> 'rate_id')::uuid as rate_id, in_base((rated ->> 'base')::bigint, sale.base_factor) as base
    from jsonb_array_elements(sale.taxes) as rated where (rated ->> 'amount')::bigint = 0 and rated ->> 'kind' <> 'withholding'
    union all
    select null, sale.untaxed) as part
  where sale.confirmed_at is not null and part.base <> 0;

-- Of an expense what the ledger has no line of: bases of taxes that nothing is deducted of, and what is not deducted.
create view vat_expense_bases with (security_invoker = true) as
  select expense.organization_id, expense.id as expense_id, (taxed ->> 'rate_id')::uuid as rate_id, expense.expense_date,
    expense.voided_on,
    case taxed ->> 'kind' when 'reverse_charge' then 'output' else 'input' end as side,
    change.sign * case when (taxed ->> 'kind' = 'reverse_charge' and (taxed ->> 'amount')::bigint = 0)
        or (taxed ->> 'kind' <> 'reverse_charge' and (taxed ->> 'recoverable')::bigint = 0)
      then in_base((taxed ->> 'base')::bigint, expense.base_factor) else 0 end as base,
    change.sign * case when taxed ->> 'kind' = 'reverse_charge' then 0
      else in_base((taxed ->> 'amount')::bigint - (taxed ->> 'recoverable')::bigint, expense.base_factor) end as lost
  from expenses as expense
  cross join jsonb_array_elements(expense.taxes) as taxed
  cross join lateral (select case expense.kind when 'credit_note' then -1 else 1 end as sign) as change
  where expense.posted_at is not null;

-- Accounts on which a tax is posted.
create view vat_accounts with (security_invoker = true) as
  select organization_id, id, class from accounts as account
  where type in ('tax_payable', 'tax_receivable') or system_role in ('tax_output', 'tax_input')
    or exists (select from tax_rates as rate where rate.organization_id = account.organization_id
      and account.id in (rate.payable_account_id, rate.receivable_account_id));
grant select on vat_untaxed_sales, vat_expense_bases, vat_accounts to daybook_runtime;

-- Whether a document of that day falls due by payment.
create function falls_due_by_payment(basis text, since date, day date) returns boolean immutable parallel safe language sql
return (basis = 'payment') = (since is null or day >= since);

-- The last day by which the law has tax fall due though nobody paid; null where it waits.
create function falls_due_at_last(country text, day date) returns date immutable parallel safe language sql
return case country when 'ES' then make_date(extract(year from day)::int + 1, 12, 31)
  when 'IT' then (day + interval '1 year')::date end;
grant execute on function falls_due_by_payment, falls_due_at_last to daybook_runtime;

-- Every tax on the day of its document, by rate, account and day. Taxes are lines of the ledger, whatever made them; what
-- is sold or bought without one comes from the document. `waits` says which document may have it fall due by payment
-- instead.
create view vat_invoiced_facts with (security_invoker = true) as
  select line.organization_id, entry.source_type, entry.source_id, line.tax_rate_id, line.account_id, told.side,
    line.entry_date as tax_date,
    case told.side when 'output' then -1 else 1 end * taxed_base(line.tax_base, line.amount, line.currency_amount) as base,
    case told.side when 'output' then -1 else 1 end * line.amount as tax, 0::bigint as lost,
    case when entry.source_type = 'sale' then 'sale'
      when entry.source_type = 'expense' and rate.kind <> 'reverse_charge' then 'expense' end as waits
  from vat_accounts as account
  join journal_lines as line on line.organization_id = account.organization_id and line.account_id = account.id
    and line.tax_rate_id is not null
  join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
  join tax_rates as rate on rate.organization_id = line.organization_id and rate.id = line.tax_rate_id
    and rate.kind <> 'withholding'
  cross join lateral (select case when entry.source_type = 'sale' then 'output'
    when entry.source_type = 'expense' and rate.kind <> 'reverse_charge' then 'input'
    when account.class = 'liability' then 'output' else 'input' end as side) as told
  union all
  select organization_id, 'sale', sale_id, rate_id, null, 'output', sale_date, base, 0, 0, 'sale'
  from vat_untaxed_sales
  union all
  select organization_id, 'sale', sale_id, rate_id, null, 'output', voided_on, -base, 0, 0, 'sale'
  from vat_untaxed_sales where voided_on is not null
  union all
  select off.organization_id, 'sale', off.sale_id, part.rate_id, null, 'output', off.discounted_on,
    -in_base(part.base, off.base_factor), 0, 0, 'sale'
  from report_early_discounts as off
  cross join lateral (
    select (taxed ->> 'rate_id')::uuid as rate_id, (taxed ->> 'base')::bigint as base
    from jsonb_array_elements(off.taxes) as taxed where (taxed ->> 'amount')::bigint = 0
    union all
    select null, off.untaxed) as part
  where part.base <> 0
  union all
  select organization_id, 'expense', expense_id, rate_id, null, side, expense_date, base, 0, lost, null
  from vat_expense_bases where base <> 0 or lost <> 0
  union all
  select organization_id, 'expense', expense_id, rate_id, null, side, voided_on, -base, 0, -lost, null
  from vat_expense_bases where voided_on is not null and (base <> 0 or lost <> 0);
grant select on vat_invoiced_facts to daybook_runtime;

-- Every tax that falls due from one day through another, since VAT is declared here. By payment, a sale counts by what is
-- settled of it, as on the cash basis of reports. Reverse charge never waits for payment.
create function vat_facts(organization uuid, earliest date, through date) returns table (source_type text, source_id uuid,
  tax_rate_id uuid, account_id uuid, side text, tax_date date, base bigint, tax bigint, lost bigint)
stable language plpgsql set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  starts date;
  since date;
  output_basis text;
  input_basis text;
  own_country text;
  declared_from date;
begin
  select organizations.tax_basis, organizations.country, settings.starts_on, greatest(settings.starts_on, earliest),
      settings.input_basis, settings.basis_since
    into output_basis, own_country, declared_from, starts, input_basis, since
    from organizations join vat_settings as settings on settings.organization_id = organizations.id
    where organizations.id = organization;
  if starts is null then
    return;
  end if;
  return query
    select fact.source_type, fact.source_id, fact.tax_rate_id, fact.account_id, fact.side, fact.tax_date, fact.base,
      fact.tax, fact.lost
    from vat_invoiced_facts as fact
    left join sales as sale on fact.waits = 'sale' and sale.organization_id = organization and sale.id = fact.source_id
    left join expenses as expense on fact.waits = 'expense' and expense.organization_id = organization
      and expense.id = fact.source_id
    where fact.organization_id = organization and fact.tax_date between starts and through
      and (sale.id is null or not falls_due_by_payment(output_basis, since, sale.sale_date))
      and (expense.id is null or not falls_due_by_payment(input_basis, since, expense.expense_date));
  if output_basis = 'payment' or since is not null then
    return query
      with due as materialized (
        select cash.sale_id, cash.account_id, cash.rate_id, cash.day,
          case when cash.account_id is null then cash.base else -cash.base end as base, -cash.amount as tax,
          falls_due_at_last(own_country, sale.sale_date) as last
        from report_cash_of_sales as cash
        join sales as sale on sale.organization_id = organization and sale.id = cash.sale_id
        where cash.organization_id = organization and (cash.account_id is null or cash.rate_id is not null)
          and falls_due_by_payment(output_basis, since, sale.sale_date)
      )
      select 'sale', due.sale_id, due.rate_id, due.account_id, 'output', due.day, due.base::bigint, due.tax::bigint, 0::bigint
      from due
      where due.day between starts and through and (due.last is null or due.day <= due.last)
        and not exists (select from tax_rates as rate where rate.organization_id = organization and rate.id = due.rate_id
          and rate.kind = 'withholding')
      union all
      select 'sale', sale.id, part.rate_id, part.account_id, 'output', change.day,
        (change.sign * (case when part.account_id is null then part.base else -part.base end - coalesce(paid.base, 0)))::bigint,
        (change.sign * (-part.amount - coalesce(paid.tax, 0)))::bigint, 0::bigint
      from sales as sale
      cross join lateral (select falls_due_at_last(own_country, sale.sale_date) as last) as told
      join report_cash_parts as part on part.organization_id = organization and part.sale_id = sale.id
        and (part.account_id is null or part.rate_id is not null)
      left join lateral (select sum(due.base) as base, sum(due.tax) as tax from due
        where due.sale_id = sale.id and due.day <= told.last and due.rate_id is not distinct from part.rate_id
          and due.account_id is not distinct from part.account_id) as paid on true
      cross join lateral (values (told.last, 1), (case when sale.voided_on > told.last then sale.voided_on end, -1))
        as change (day, sign)
      where sale.organization_id = organization and sale.kind = 'sale' and sale.confirmed_at is not null
        and told.last between declared_from and through and change.day between starts and through
        and (sale.voided_on is null or sale.voided_on > told.last)
        and falls_due_by_payment(output_basis, since, sale.sale_date)
        and not exists (select from tax_rates as rate where rate.organization_id = organization and rate.id = part.rate_id
          and rate.kind = 'withholding');
  end if;
  if input_basis = 'payment' or since is not null then
    return query
      select 'expense', cash.source_id, cash.rate_id, cash.account_id, 'input', cash.day, cash.base, cash.amount, 0::bigint
      from (
        select source_id, rate_id, account_id, day, base, amount from settled_debts
        where organization_id = organization and source_type = 'expense' and rate_id is not null
        union all
        select entry.source_id, once.rate_id, once.account_id, once.day, once.base, once.amount
        from report_cash_at_once as once
        join journal_entries as entry on entry.organization_id = organization and entry.id = once.entry_id
          and entry.source_type = 'expense'
        where once.organization_id = organization and once.rate_id is not null
      ) as cash
      join tax_rates as rate on rate.organization_id = organization and rate.id = cash.rate_id
        and rate.kind <> 'reverse_charge'
      join expenses as expense on expense.organization_id = organization and expense.id = cash.source_id
      where cash.day between starts and through and falls_due_by_payment(input_basis, since, expense.expense_date);
  end if;
end $$;

-- What else than records decides which taxes count, and on which side, as one text; null where some fall due by payment.
-- The kind of a rate that was used is fixed.
create function vat_counted_by(organization uuid) returns text stable language sql
set search_path = pg_catalog, public, pg_temp
begin atomic
  select md5(concat_ws('/', settings.starts_on,
    (select string_agg(account.id || account.class, ',' order by account.id) from vat_accounts as account
      where account.organization_id = organization)))
  from vat_settings as settings join organizations on organizations.id = settings.organization_id
  where settings.organization_id = organization and organizations.tax_basis <> 'payment'
    and settings.input_basis <> 'payment' and settings.basis_since is null;
end;

-- The first id that could be made at a moment. Entries are posted under an id made then, but for those written by hand,
-- which bear the id of their draft.
create function first_id_of(moment timestamptz) returns uuid immutable strict parallel safe language sql
return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
grant execute on function vat_counted_by, first_id_of to daybook_runtime;

-- All that falls due through a day, less what other filed returns have declared of it: by invoice and by payment, whatever
-- changed since, and the slower the longer VAT is declared here.
create function vat_all_changes(organization uuid, through date, replaced uuid) returns table (source_type text,
  source_id uuid, tax_rate_id uuid, code text, account_id uuid, side text, tax_date date, base bigint, tax bigint,
  lost bigint)
stable language sql set search_path = pg_catalog, public, pg_temp as $$
  select fact.source_type, fact.source_id, fact.tax_rate_id, coalesce(coded.code, ''), fact.account_id, fact.side,
    fact.tax_date, fact.base, fact.tax, fact.lost
  from vat_facts(organization, null, through) as fact
  left join document_tax_codes as coded on coded.organization_id = organization
    and coded.source_type = fact.source_type and coded.source_id = fact.source_id
    and coded.tax_rate_id is not distinct from fact.tax_rate_id
  union all
  select line.source_type, line.source_id, line.tax_rate_id, line.code, line.account_id, line.side, line.tax_date,
    line.base, line.tax, line.lost
  from vat_declared as line
  where line.organization_id = organization and line.return_id is distinct from replaced and line.tax_date <= through
$$;

-- The same for a return, without what comes to nothing: through the last day of the return before it all was declared
-- when that one was filed. Of those days only documents are looked at that something may have happened to since: an
-- entry was posted, a person chose a code, or they are in the return which is replaced. What is worth nothing may have no
-- entry, and is always looked at. A day is left for clocks that differ, and what is practised keeps the ids of when it was
-- practised.
create function vat_changes(organization uuid, kind text, starts date, through date, replaced uuid) returns table (
  source_type text, source_id uuid, tax_rate_id uuid, code text, account_id uuid, side text, tax_date date, base bigint,
  tax bigint, lost bigint)
stable language plpgsql set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  declared date;
  first_entry uuid;
  is_same boolean;
  touched uuid[];
  counted text := vat_counted_by(organization);
begin
  select filed.period_to, first_id_of(filed.kept_at - interval '1 day'), (
        select bool_and(later.counted_by is not distinct from counted) from vat_returns as later
        where later.organization_id = organization and later.kept_at >= filed.kept_at - interval '1 day')
    into declared, first_entry, is_same
    from vat_returns as filed
    where filed.organization_id = organization and filed.scheme = kind and filed.status = 'filed'
      and filed.id is distinct from replaced and filed.period_to < starts and filed.counted_by is not null
    order by filed.period_to desc limit 1;
  if is_same is not true or coalesce(current_setting('daybook.practice', true), '') <> '' then
    return query select * from vat_all_changes(organization, through, replaced);
    return;
  end if;
  touched := array(
    select entry.source_id from journal_entries as entry
    left join sales as sale on entry.source_type = 'sale' and sale.organization_id = organization
      and sale.id = entry.source_id
    left join expenses as expense on entry.source_type = 'expense' and expense.organization_id = organization
      and expense.id = entry.source_id
    where entry.organization_id = organization and entry.id >= first_entry
      and least(entry.entry_date, sale.sale_date, expense.expense_date) <= declared
    union
    select coded.source_id from document_tax_codes as coded where coded.organization_id = organization and coded.is_chosen
    union
    select line.source_id from vat_return_lines as line
    where line.organization_id = organization and line.return_id = replaced and line.tax_date <= declared
    union
    select sale.id from sales as sale where sale.organization_id = organization and sale.total = 0
      and sale.confirmed_at is not null and (sale.untaxed <> 0 or jsonb_path_exists(sale.taxes, '$[*] ? (@.base <> "0")'))
    union
    select sale.id from sales as sale where sale.organization_id = organization and sale.base_total = 0
      and sale.confirmed_at is not null and (sale.untaxed <> 0 or jsonb_path_exists(sale.taxes, '$[*] ? (@.base <> "0")'))
    union
    select off.sale_id from early_discounts as off where off.organization_id = organization and off.base = 0
    union
    select expense.id from expenses as expense where expense.organization_id = organization and expense.total = 0
      and expense.posted_at is not null and expense.taxes <> '[]');
  return query
    select fact.source_type, fact.source_id, fact.tax_rate_id, coalesce(coded.code, ''), fact.account_id, fact.side,
      fact.tax_date, fact.base, fact.tax, fact.lost
    from (
      select * from vat_invoiced_facts as earlier
      where earlier.organization_id = organization and earlier.source_id = any(touched) and earlier.tax_date <= declared
        and earlier.tax_date >= (select starts_on from vat_settings where organization_id = organization)
      union all
      select * from vat_invoiced_facts as since
      where since.organization_id = organization and since.tax_date > declared and since.tax_date <= through
    ) as fact
    left join document_tax_codes as coded on coded.organization_id = organization
      and coded.source_type = fact.source_type and coded.source_id = fact.source_id
      and coded.tax_rate_id is not distinct from fact.tax_rate_id
    union all
    select line.source_type, line.source_id, line.tax_rate_id, line.code, line.account_id, line.side, line.tax_date,
      line.base, line.tax, line.lost
    from vat_declared as line
    where line.organization_id = organization and line.return_id is distinct from replaced and line.tax_date <= through
      and (line.source_id = any(touched) or line.tax_date > declared);
end $$;

-- What a return has to declare: all that falls due through its last day, less what other filed returns have declared of
-- it. What came in late, was changed, or bears another code now is thereby in the next one, and nothing is in two.
create function vat_open_lines(organization uuid, kind text, starts date, through date, replaced uuid) returns table (id uuid,
  source_type text, source_id uuid, tax_rate_id uuid, code text, account_id uuid, side text, tax_date date, base bigint,
  tax bigint, lost bigint, is_late boolean)
stable language sql set search_path = pg_catalog, public, pg_temp as $$
  select md5(concat_ws('/', source_type, source_id, tax_rate_id, code, account_id, side, tax_date))::uuid,
    source_type, source_id, tax_rate_id, code, account_id, side, tax_date, sum(base)::bigint, sum(tax)::bigint,
    sum(lost)::bigint, tax_date < starts
  from vat_changes(organization, kind, starts, through, replaced) as change
  where (code like 'OSS%') = (kind = 'oss')
  group by source_type, source_id, tax_rate_id, code, account_id, side, tax_date
  having sum(base) <> 0 or sum(tax) <> 0 or sum(lost) <> 0
$$;
grant execute on function vat_facts, vat_all_changes, vat_changes, vat_open_lines to daybook_runtime;

-- Paid on a return and on those that it replaced.
create function vat_paid(organization uuid, return_id uuid) returns bigint stable language sql
set search_path = pg_catalog, public, pg_temp as $$
  with recursive chain as (
    select id, corrects_id from vat_returns where organization_id = organization and id = return_id
    union
    select earlier.id, earlier.corrects_id from chain
    join vat_returns as earlier on earlier.organization_id = organization and earlier.id = chain.corrects_id
  )
  select coalesce(sum(payment.amount), 0)::bigint from chain
  join vat_return_payments as payment on payment.organization_id = organization and payment.return_id = chain.id
    and payment.reversed_on is null
$$;
grant execute on function vat_paid to daybook_runtime;

-- The last of the returns that one replaces which was settled; null where none was.
create function vat_settled_before(organization uuid, return_id uuid) returns uuid stable language sql
set search_path = pg_catalog, public, pg_temp as $$
  with recursive chain as (
    select corrects_id as id, 1 as steps from vat_returns where organization_id = organization and id = return_id
    union all
    select earlier.corrects_id, chain.steps + 1 from chain
    join vat_returns as earlier on earlier.organization_id = organization and earlier.id = chain.id
  )
  select chain.id from chain
  join vat_returns as earlier on earlier.organization_id = organization and earlier.id = chain.id
  where earlier.settled_on is not null order by chain.steps limit 1
$$;
grant execute on function vat_settled_before to daybook_runtime;

-- Drafts of sales and expenses that are dated in a period.
create function vat_drafts(organization uuid, starts date, through date) returns bigint stable language sql
set search_path = pg_catalog, public, pg_temp as $$
  select (select count(*) from sales where organization_id = organization and status = 'draft'
      and sale_date between starts and through)
    + (select count(*) from expenses where organization_id = organization and posted_at is null and voided_at is null
      and expense_date between starts and through)
$$;

-- The number by which a client is known for VAT, as it was written.
create function vat_number_of(organization uuid, client uuid) returns text stable language sql
set search_path = pg_catalog, public, pg_temp as $$
  select upper(regexp_replace(tax_id ->> 'value', '[^A-Za-z0-9]', '', 'g'))
  from clients cross join jsonb_array_elements(tax_ids) as tax_id
  where clients.organization_id = organization and clients.id = client and tax_id ->> 'type' = 'eu_vat' limit 1
$$;
grant execute on function vat_drafts, vat_number_of to daybook_runtime;

-- What a sale is called where a line of a return names it.
create view vat_sale_names with (security_invoker = true) as
  select organization_id, id, number, client_name from sales where confirmed_at is not null;
grant select on vat_sale_names to daybook_runtime;

-- Supplies to businesses in other member states by buyer, as the EC sales list tells them.
create view vat_sale_clients with (security_invoker = true) as
  select organization_id, id, client_id from sales where confirmed_at is not null;
grant select on vat_sale_clients to daybook_runtime;

-- Taxes as lines of the ledger, with when they were posted.
create view vat_posted_taxes with (security_invoker = true) as
  select line.organization_id, entry.source_type, entry.source_id, line.tax_rate_id, line.account_id, line.entry_date,
    line.amount, entry.posted_at, entry.number
  from journal_lines as line
  join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
  join tax_rates as rate on rate.organization_id = line.organization_id and rate.id = line.tax_rate_id
    and rate.kind <> 'withholding'
  join vat_accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
  where line.tax_rate_id is not null;
grant select on vat_posted_taxes to daybook_runtime;
