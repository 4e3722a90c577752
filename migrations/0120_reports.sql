-- What reports read. Views of sales, lines, payments, allocations, variants and stock are made where their tables are;
-- those here say what a group in a report is called, and the sums below count on the cash basis.

create view report_clients with (security_invoker = true) as
  select organization_id, id, number, display_name as name, currency from clients;
create view report_products with (security_invoker = true) as
  select organization_id, id, name, category_id from products;
create view report_categories with (security_invoker = true) as
  select organization_id, id, name from product_categories;
create view report_locations with (security_invoker = true) as
  select organization_id, id, name from locations;
create view report_members with (security_invoker = true) as
  select organization_id, id, user_name as name from team_members;

-- Stock that is tracked and for sale, with what there is of it in all places together, and whether it is low at one of
-- them, by the threshold of that location before that of the variant. What is on its way is at no place yet.
create view report_stock_on_hand with (security_invoker = true) as
  select variants.organization_id, variants.id as variant_id,
    coalesce(sum(levels.on_hand - levels.reserved), 0)::bigint as available,
    coalesce(bool_or(levels.on_hand - levels.reserved
      <= coalesce(levels.low_stock_threshold, variants.low_stock_threshold)), false) as is_low
  from variants
  join products on products.organization_id = variants.organization_id and products.id = variants.product_id
  left join (stock_levels as levels
    join locations on locations.organization_id = levels.organization_id and locations.id = levels.location_id
      and locations.type <> 'in_transit')
    on levels.organization_id = variants.organization_id and levels.variant_id = variants.id
  where variants.track_inventory and variants.archived_at is null and products.status = 'active'
  group by variants.organization_id, variants.id;

-- What reports read of the ledger line by line, and of money as it settles sales.
create view report_accounts with (security_invoker = true) as
  select organization_id, id, code, name, english_name, type, class, system_role from accounts;
create view report_entries with (security_invoker = true) as
  select organization_id, id, number, entry_date, kind, source_type, source_id, source_event, memo, reverses_id
  from journal_entries;
create view report_lines with (security_invoker = true) as
  select organization_id, entry_id, position, account_id, entry_date, amount, currency, currency_amount, client_id,
    member_id, tax_rate_id, tax_base, dimension_value_ids
  from journal_lines;
create view report_tax_rates with (security_invoker = true) as
  select organization_id, id, display_name as name, code, percentage, kind, category, report_box, payable_account_id,
    receivable_account_id
  from tax_rates;
grant select on report_clients, report_products, report_categories, report_locations, report_members,
  report_stock_on_hand, report_accounts, report_entries, report_lines, report_tax_rates to daybook_runtime;

-- So much of an amount as is paid when `paid` of `total` is, rounded half up on the magnitude. What falls to a payment
-- is the difference of two of these, so that all payments together make the whole amount.
create function paid_part(amount bigint, paid bigint, total bigint) returns bigint
  language sql immutable parallel safe
  return case when paid = total then amount
    else sign(amount)::bigint * div(2 * abs(amount)::numeric * paid + total, 2 * total::numeric)::bigint end;
grant execute on function paid_part to daybook_runtime;

-- Whom was sold to: where, and of which group.
create view report_client_places with (security_invoker = true) as
  select organization_id, id, billing_address ->> 'country' as country, group_ids[1] as group_id from clients;
create view report_client_groups with (security_invoker = true) as
  select organization_id, id, name from client_groups;

-- What a payment method is called where a report groups by it.
create view report_payment_methods with (security_invoker = true) as
  select organization_id, id, name from payment_methods;
grant select on report_client_places, report_client_groups, report_payment_methods to daybook_runtime;

-- What counts on the cash basis, summed up by account and day, so that profit and loss and taxes of a year read a row
-- for each account and day, and not every settlement. Kept in the transaction that settles, and made whenever by the
-- view `report_cash_sums`, which the check compares it with.
--
-- A sale counts by the part of it that is settled. Settling it earlier than something else did moves the cents that
-- rounding left between days, so that a change is the difference of all that a sale counts for now and did before: what
-- it did before follows from what its parts are, which never change, and from `settled_days`. Kept at commit, since no
-- sum of an organisation may be locked while its transaction still waits for the number of something.

-- Amounts, debits positive. Of an account of income or expense all of it, without a rate; of each rate the tax on an
-- account, and what it was counted from; without an account what was sold without tax, by the rate of nothing, if any.
create table cash_days (
  organization_id uuid not null references organizations,
  account_id uuid,
  rate_id uuid,
  day date not null,
  amount bigint not null,
  base bigint not null,
  constraint cash_days_key unique nulls not distinct (organization_id, rate_id, account_id, day),
  constraint cash_days_account_fkey foreign key (organization_id, account_id) references accounts
) with (fillfactor = 70);
select protect_tenant_table('cash_days');
revoke insert, update, delete on cash_days from daybook_runtime;

-- How much more or less of a sale was settled on a day, as far as the sums have it.
create table settled_days (
  organization_id uuid not null,
  sale_id uuid not null,
  day date not null,
  amount bigint not null,
  primary key (organization_id, sale_id, day),
  constraint settled_days_sale_fkey foreign key (organization_id, sale_id) references sales
);
select protect_tenant_table('settled_days');
revoke insert, update, delete on settled_days from daybook_runtime;

-- What a debt that is no sale counts for by what is settled of it, as far as the sums have it.
create table settled_debts (
  organization_id uuid not null,
  source_type text not null,
  source_id uuid not null,
  account_id uuid not null,
  rate_id uuid,
  day date not null,
  amount bigint not null,
  base bigint not null,
  constraint settled_debts_key unique nulls not distinct (organization_id, source_type, source_id, rate_id, account_id, day),
  constraint settled_debts_account_fkey foreign key (organization_id, account_id) references accounts
);
select protect_tenant_table('settled_debts');
revoke insert, update, delete on settled_debts from daybook_runtime;

-- What is taxed of a line: agreed in another currency, it is worth on the books in the proportion of the tax.
create function taxed_base(tax_base bigint, amount bigint, currency_amount bigint) returns bigint
language sql immutable parallel safe
  return coalesce(case when currency_amount <> 0 then round(tax_base::numeric * amount / currency_amount)::bigint
    else tax_base end, 0);
grant execute on function taxed_base to daybook_runtime;

-- Each line of an entry as what it counts for on the cash basis: on an account of income or expense, and as a tax.
create view report_cash_lines with (security_invoker = true) as
  select entry.organization_id, entry.id as entry_id, entry.entry_date as day, entry.source_type, entry.source_id,
    -- What a sale or a return was worth; and all that it is worth, takes that back, or gives the debt up.
    entry.source_type = 'sale' and entry.source_event in ('sale.confirmed', 'sale.returned') and entry.kind = 'system'
      as is_worth,
    entry.source_type = 'sale' and (entry.kind = 'reversal' or coalesce(entry.source_event, '')
      in ('sale.confirmed', 'sale.returned', 'sale.written_off', 'sale.recovered', 'sale.discounted',
        'sale.discount_reversed')) as is_of_sale,
    -- A payment settles what others owe, and what a movement of stock owes is a matter of goods.
    entry.source_type not in ('sale', 'payment', 'refund', 'movement') as may_be_owed,
    -- The cost of goods counts with the goods; what money was worth more or less than the debt that it settled is no
    -- part of the debt.
    account.type = 'cost_of_goods_sold' or coalesce(account.system_role in ('fx_gain', 'fx_loss'), false) as is_apart,
    account.class in ('revenue', 'expense') as is_result, line.account_id, part.rate_id, part.amount, part.base
  from journal_entries as entry
  join journal_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
  join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
  cross join lateral (
    select null::uuid as rate_id, line.amount, 0::bigint as base where account.class in ('revenue', 'expense')
    union all
    select line.tax_rate_id, line.amount, taxed_base(line.tax_base, line.amount, line.currency_amount)
    where line.tax_rate_id is not null) as part
  -- What moves income or cost between periods moves no money.
  where entry.source_type not in ('accrual', 'schedule', 'revaluation');

-- What a sale or a return consists of. What is sold without any tax posts none: that comes from the sale itself.
create view report_cash_parts with (security_invoker = true) as
  select organization_id, source_id as sale_id, account_id, rate_id, sum(amount)::bigint as amount,
    sum(base)::bigint as base
  from report_cash_lines where is_worth
  group by organization_id, source_id, account_id, rate_id
  union all
  select sale.organization_id, sale.id, null, part.rate_id, 0, case sale.kind when 'sale' then 1 else -1 end * part.base
  from sales as sale
  cross join lateral (
    select (rated ->> 'rate_id')::uuid as rate_id, in_base((rated ->> 'base')::bigint, sale.base_factor) as base
    from jsonb_array_elements(sale.taxes) as rated where (rated ->> 'amount')::bigint = 0
    union all
    select null, sale.untaxed) as part
  where sale.confirmed_at is not null and part.base <> 0;

-- How much more or less of a sale is settled on a day: by payments, and less by what is refunded of them. A return pays
-- the sale that it takes back and is paid by it at once; what costs nothing is paid on its own day, until it is void. A
-- debt that is given up is not paid.
create view report_settled_days with (security_invoker = true) as
  select organization_id, sale_id, day, sum(amount)::bigint as amount
  from (
    select allocation.organization_id, allocation.sale_id, change.day, change.amount
    from allocations as allocation
    cross join lateral (values (allocation.allocated_on, coalesce(allocation.base, allocation.amount)),
      (allocation.reversed_on, -coalesce(allocation.base, allocation.amount))) as change (day, amount)
    union all
    select sale.organization_id, sale.id, change.day, change.sign * greatest(coalesce(sale.base_total, sale.total), 1)
    from sales as sale
    cross join lateral (values (sale.sale_date, 1), (sale.voided_on, -1)) as change (day, sign)
    where sale.confirmed_at is not null and (sale.kind = 'return' or coalesce(sale.base_total, sale.total) = 0)
    union all
    select sale.organization_id, sale.original_sale_id, change.day, change.sign * coalesce(sale.base_total, sale.total)
    from sales as sale
    cross join lateral (values (sale.sale_date, 1), (sale.voided_on, -1)) as change (day, sign)
    where sale.original_sale_id is not null
  ) as settlement
  where day is not null
  group by organization_id, sale_id, day having sum(amount) <> 0;

-- What sales count for, day by day.
create view report_cash_of_sales with (security_invoker = true) as
  select step.organization_id, step.sale_id, step.day, part.account_id, part.rate_id,
    paid_part(part.amount, step.after, step.total) - paid_part(part.amount, step.after - step.amount, step.total)
      as amount,
    paid_part(part.base, step.after, step.total) - paid_part(part.base, step.after - step.amount, step.total) as base
  from (
    select settled.organization_id, settled.sale_id, settled.day, settled.amount,
      greatest(coalesce(sale.base_total, sale.total), 1) as total,
      (sum(settled.amount) over (partition by settled.organization_id, settled.sale_id order by settled.day))::bigint
        as after
    from report_settled_days as settled
    join sales as sale on sale.organization_id = settled.organization_id and sale.id = settled.sale_id) as step
  join report_cash_parts as part on part.organization_id = step.organization_id and part.sale_id = step.sale_id;
grant select on report_cash_lines, report_cash_parts, report_settled_days, report_cash_of_sales to daybook_runtime;

-- So much of an amount as counts of a debt, of which so much was incurred and so much is still owed.
create function settled_part(amount bigint, incurred bigint, owed bigint) returns bigint
language sql immutable parallel safe
  return case when incurred = 0 then amount
    when sign(incurred - owed) <> sign(incurred) then 0
    else paid_part(amount, abs(incurred - owed), abs(incurred)) end;
grant execute on function settled_part to daybook_runtime;

-- Of a debt that is no sale the source of its entries says which it is: what those that owe are worth beside the debt
-- counts by how much of it is no longer owed. Nothing here is made once for all debts: one alone must read its own
-- lines.
create view report_cash_of_debts with (security_invoker = true) as
  with worth as not materialized (
    select organization_id, source_type, source_id, day, account_id, rate_id, sum(amount) as amount, sum(base) as base
    from report_cash_lines as line
    where may_be_owed and not is_apart and exists (
      select from journal_lines as owing
      join accounts as debt on debt.organization_id = owing.organization_id and debt.id = owing.account_id
      where owing.organization_id = line.organization_id and owing.entry_id = line.entry_id
        and debt.type in ('accounts_receivable', 'accounts_payable'))
    group by organization_id, source_type, source_id, day, account_id, rate_id
  ), days as not materialized (
    select organization_id, source_type, source_id, day,
      (sum(sum(amount) filter (where results and (is_debt or is_cash))) over so_far)::bigint as incurred,
      (sum(sum(amount) filter (where is_debt)) over so_far)::bigint as owed
    from (
      select entry.organization_id, entry.source_type, entry.source_id, entry.entry_date as day, line.amount,
        account.type in ('accounts_receivable', 'accounts_payable') as is_debt,
        account.type in ('cash', 'bank') as is_cash,
        bool_or(account.type in ('accounts_receivable', 'accounts_payable')) over own as owes,
        bool_or(account.class in ('revenue', 'expense')
          and not coalesce(account.system_role in ('fx_gain', 'fx_loss'), false)) over own as results
      from journal_entries as entry
      join journal_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
      where entry.source_type not in ('sale', 'payment', 'refund', 'movement')
      window own as (partition by entry.organization_id, entry.source_type, entry.source_id, entry.id)
    ) as line
    where owes group by organization_id, source_type, source_id, day
    window so_far as (partition by organization_id, source_type, source_id order by day)
  ), states as not materialized (
    select organization_id, source_type, source_id, day, account_id, rate_id,
      (sum(sum(amount)) over so_far)::bigint as amount, (sum(sum(base)) over so_far)::bigint as base
    from (
      select * from worth
      union all
      select organization_id, source_type, source_id, days.day, own.account_id, own.rate_id, 0, 0
      from days join (select distinct organization_id, source_type, source_id, account_id, rate_id from worth) as own
        using (organization_id, source_type, source_id)
    ) as change
    group by organization_id, source_type, source_id, day, account_id, rate_id
    window so_far as (partition by organization_id, source_type, source_id, account_id, rate_id order by day)
  )
  select organization_id, source_type, source_id, day, account_id, rate_id,
    amount - lag(amount, 1, 0::bigint) over of_account as amount, base - lag(base, 1, 0::bigint) over of_account as base
  from (
    select organization_id, source_type, source_id, day, account_id, rate_id,
      settled_part(amount, coalesce(incurred, 0), coalesce(owed, 0)) as amount,
      settled_part(base, coalesce(incurred, 0), coalesce(owed, 0)) as base
    from states join days using (organization_id, source_type, source_id, day)
  ) as settled
  window of_account as (partition by organization_id, source_type, source_id, account_id, rate_id order by day);

-- Whatever else there is counts on its day: it was paid at once, or is no matter of money. So is the cost of goods that
-- moved without a sale, whenever their supplier is paid.
create view report_cash_at_once with (security_invoker = true) as
  select organization_id, entry_id, day, account_id, rate_id, amount, base
  from report_cash_lines as line
  where not is_of_sale and (is_apart or not may_be_owed or not exists (
      select from journal_lines as owing
      join accounts as debt on debt.organization_id = owing.organization_id and debt.id = owing.account_id
      where owing.organization_id = line.organization_id and owing.entry_id = line.entry_id
        and debt.type in ('accounts_receivable', 'accounts_payable')));

-- The sums of all of it.
create view report_cash_sums with (security_invoker = true) as
  select organization_id, account_id, rate_id, day, sum(amount)::bigint as amount, sum(base)::bigint as base
  from (
    select organization_id, account_id, rate_id, day, amount, base from report_cash_of_sales
    union all
    select organization_id, account_id, rate_id, day, amount, base from report_cash_of_debts
    union all
    select organization_id, account_id, rate_id, day, amount, base from report_cash_at_once
  ) as fact
  group by organization_id, account_id, rate_id, day having sum(amount) <> 0 or sum(base) <> 0;
grant select on report_cash_of_debts, report_cash_at_once, report_cash_sums to daybook_runtime;

-- Brings the sums up to what of a sale is settled now. Most sales are paid once and in full, and are kept with less
-- work; without that, a sale that is recorded and paid cost a tenth more with the sums than without, in CPU of service
-- and database.
create function keep_cash_of_sale(organization uuid, sale uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  worth bigint;
  settlements int;
  settled_on date;
begin
  select greatest(coalesce(base_total, total), 1) into worth from sales where organization_id = organization and id = sale;
  select count(*), min(allocated_on) filter (where reversed_on is null and coalesce(base, amount) = worth)
    into settlements, settled_on
    from allocations where organization_id = organization and sale_id = sale;
  if settlements = 1 and settled_on is not null
    and not exists (select from sales where organization_id = organization and original_sale_id = sale)
    and not exists (select from settled_days where organization_id = organization and sale_id = sale) then
    insert into settled_days (organization_id, sale_id, day, amount) values (organization, sale, settled_on, worth);
    insert into cash_days as days (organization_id, account_id, rate_id, day, amount, base)
      select organization, account_id, rate_id, settled_on, sum(amount), sum(base) from report_cash_parts
      where organization_id = organization and sale_id = sale
      group by account_id, rate_id having sum(amount) <> 0 or sum(base) <> 0 order by rate_id, account_id
      on conflict (organization_id, rate_id, account_id, day)
        do update set amount = days.amount + excluded.amount, base = days.base + excluded.base;
    return;
  end if;
  with changes as (
    select day, sum(settled) as settled, sum(known) as known
    from (
      select day, amount as settled, 0 as known from report_settled_days
      where organization_id = organization and sale_id = sale
      union all
      select day, 0, amount from settled_days where organization_id = organization and sale_id = sale
    ) as step group by day
  ), steps as (
    select day, settled, known, (sum(settled) over so_far)::bigint as after, (sum(known) over so_far)::bigint as known_after
    from changes window so_far as (order by day)
  ), kept as (
    insert into settled_days as days (organization_id, sale_id, day, amount)
      select organization, sale, day, settled from steps where settled <> known
      on conflict (organization_id, sale_id, day) do update set amount = excluded.amount
  )
  insert into cash_days as days (organization_id, account_id, rate_id, day, amount, base)
    select organization, account_id, rate_id, day, sum(amount), sum(base)
    from (
      select part.account_id, part.rate_id, step.day,
        paid_part(part.amount, step.after, worth) - paid_part(part.amount, (step.after - step.settled)::bigint, worth)
          - paid_part(part.amount, step.known_after, worth)
          + paid_part(part.amount, (step.known_after - step.known)::bigint, worth) as amount,
        paid_part(part.base, step.after, worth) - paid_part(part.base, (step.after - step.settled)::bigint, worth)
          - paid_part(part.base, step.known_after, worth)
          + paid_part(part.base, (step.known_after - step.known)::bigint, worth) as base
      from steps as step
      cross join (select account_id, rate_id, amount, base from report_cash_parts
        where organization_id = organization and sale_id = sale) as part
    ) as change
    group by account_id, rate_id, day having sum(amount) <> 0 or sum(base) <> 0
    order by rate_id, account_id, day
    on conflict (organization_id, rate_id, account_id, day)
      do update set amount = days.amount + excluded.amount, base = days.base + excluded.base;
end $$;

create function keep_cash_of_allocation() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform keep_cash_of_sale(new.organization_id, new.sale_id);
  return null;
end $$;

create constraint trigger kept_cash after insert on allocations deferrable initially deferred
  for each row execute function keep_cash_of_allocation();
create constraint trigger kept_cash_again after update of reversed_on on allocations deferrable initially deferred for each row
  when (old.reversed_on is distinct from new.reversed_on) execute function keep_cash_of_allocation();

create function keep_cash_of_return() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform keep_cash_of_sale(new.organization_id, new.id);
  if new.original_sale_id is not null then
    perform keep_cash_of_sale(new.organization_id, new.original_sale_id);
  end if;
  return null;
end $$;

create constraint trigger kept_cash after insert on sales deferrable initially deferred
  for each row when (new.confirmed_at is not null
    and (new.kind = 'return' or coalesce(new.base_total, new.total) = 0)) execute function keep_cash_of_return();
create constraint trigger kept_cash_again after update of confirmed_at, voided_on on sales deferrable initially deferred for each row
  when ((old.confirmed_at, old.voided_on) is distinct from (new.confirmed_at, new.voided_on)
    and new.confirmed_at is not null
    and (new.kind = 'return' or coalesce(new.base_total, new.total) = 0)) execute function keep_cash_of_return();

-- Brings the sums up to what of a debt is settled now.
create function keep_cash_of_debt(organization uuid, kind text, source uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with changes as (
    select account_id, rate_id, day, sum(amount)::bigint as amount, sum(base)::bigint as base
    from (
      select account_id, rate_id, day, amount, base from report_cash_of_debts
      where organization_id = organization and source_type = kind and source_id = source
      union all
      select account_id, rate_id, day, -amount, -base from settled_debts
      where organization_id = organization and source_type = kind and source_id = source
    ) as change group by account_id, rate_id, day having sum(amount) <> 0 or sum(base) <> 0
  ), kept as (
    insert into settled_debts as debts (organization_id, source_type, source_id, account_id, rate_id, day, amount, base)
      select organization, kind, source, account_id, rate_id, day, amount, base from changes
      on conflict (organization_id, source_type, source_id, rate_id, account_id, day)
        do update set amount = debts.amount + excluded.amount, base = debts.base + excluded.base
  )
  insert into cash_days as days (organization_id, account_id, rate_id, day, amount, base)
    select organization, account_id, rate_id, day, amount, base from changes order by rate_id, account_id, day
    on conflict (organization_id, rate_id, account_id, day)
      do update set amount = days.amount + excluded.amount, base = days.base + excluded.base;
end $$;

create function keep_cash_of_entries() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  debt record;
  counted uuid[];
begin
  -- What a sale or a return is worth counts as it is settled, and nothing that a payment posts counts but what it costs.
  if not exists (
    select from (select distinct organization_id, entry_id from added offset 0) as posted
    join journal_entries as entry on entry.organization_id = posted.organization_id and entry.id = posted.entry_id
    where not (entry.source_type = 'sale' and (entry.kind = 'reversal' or coalesce(entry.source_event, '')
        in ('sale.confirmed', 'sale.returned', 'sale.written_off', 'sale.recovered', 'sale.discounted',
        'sale.discount_reversed')))
      and (entry.source_type <> 'payment' or exists (
        select from added as line
        join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
        where line.entry_id = entry.id
          and (account.class in ('revenue', 'expense') or line.tax_rate_id is not null)))) then
    return null;
  end if;
  select array_agg(distinct entry.id) into counted
    from added as line
    join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
    join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
    where (account.class in ('revenue', 'expense') or line.tax_rate_id is not null)
      and not (entry.source_type = 'sale' and (entry.kind = 'reversal' or coalesce(entry.source_event, '')
        in ('sale.confirmed', 'sale.returned', 'sale.written_off', 'sale.recovered', 'sale.discounted',
        'sale.discount_reversed')));
  if counted is not null then
    insert into cash_days as days (organization_id, account_id, rate_id, day, amount, base)
      select organization_id, account_id, rate_id, day, sum(amount), sum(base) from report_cash_at_once
      where organization_id = (select organization_id from added limit 1) and entry_id = any(counted)
      group by organization_id, account_id, rate_id, day having sum(amount) <> 0 or sum(base) <> 0
      order by rate_id, account_id, day
      on conflict (organization_id, rate_id, account_id, day)
        do update set amount = days.amount + excluded.amount, base = days.base + excluded.base;
  end if;
  for debt in
    select distinct entry.organization_id, entry.source_type, entry.source_id
    from added as line
    join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
      and entry.source_type not in ('sale', 'payment', 'refund', 'movement')
    join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
      and account.type in ('accounts_receivable', 'accounts_payable')
    order by entry.source_type, entry.source_id
  loop
    perform keep_cash_of_debt(debt.organization_id, debt.source_type, debt.source_id);
  end loop;
  return null;
end $$;

-- After the sums of accounts, currencies and clients, by its name: every posting locks them in one order.
create trigger summed_up_of_cash after insert on journal_lines referencing new table as added
  for each statement execute function keep_cash_of_entries();

-- Sums of sales by day, kept so that revenue by period of a year costs a row a day and not every sale: for 100,000 sales
-- a year the dashboard took half a second of the database for its chart of two years. Narrowed or by any group revenue
-- reads the sales themselves, as does the check that compares the two.

-- The days that a sale counts on: a sale and a return on their own, and once more with the opposite sign on that of a
-- void. What is given back is in `returns`, voided sales too; deposits earn nothing yet.
create function days_of_sale(sale sales) returns table (day date, sales bigint, gross bigint, discounts bigint,
  returns bigint, charges bigint, tax bigint, cost bigint) language sql immutable parallel safe
begin atomic
  select change.day, case sale.kind when 'sale' then change.sign else 0 end,
    case when change.is_sold then worth.undiscounted else 0 end,
    case when change.is_sold then worth.undiscounted - worth.net else 0 end,
    case when change.is_sold then 0 else -change.sign * worth.net end,
    change.sign * worth.charges, change.sign * worth.tax, change.sign * worth.cost
  from (select coalesce(sale.base_undiscounted, sale.undiscounted) as undiscounted,
      coalesce(sale.base_net, sale.net) as net, coalesce(sale.base_charges_net, sale.charges_net) as charges,
      coalesce(sale.base_tax, sale.tax) as tax, coalesce(sale.cost_total, 0) as cost) as worth
  cross join lateral (values
    (sale.sale_date, case sale.kind when 'sale' then 1 else -1 end, sale.kind = 'sale'),
    (sale.voided_on, case sale.kind when 'sale' then -1 else 1 end, false)) as change (day, sign, is_sold)
  where sale.confirmed_at is not null and not sale.is_deposit and change.day is not null;
end;
grant execute on function days_of_sale to daybook_runtime;

create table sale_days (
  organization_id uuid not null references organizations,
  day date not null,
  sales bigint not null,
  gross bigint not null,
  discounts bigint not null,
  returns bigint not null,
  charges bigint not null,
  tax bigint not null,
  cost bigint not null,
  primary key (organization_id, day)
) with (fillfactor = 70);
select protect_tenant_table('sale_days');
revoke insert, update, delete on sale_days from daybook_runtime;

-- The same, made of all sales.
create view report_sale_days with (security_invoker = true) as
  select sale.organization_id, counted.day, sum(counted.sales)::bigint as sales, sum(counted.gross)::bigint as gross,
    sum(counted.discounts)::bigint as discounts, sum(counted.returns)::bigint as returns,
    sum(counted.charges)::bigint as charges, sum(counted.tax)::bigint as tax, sum(counted.cost)::bigint as cost
  from sales as sale cross join lateral days_of_sale(sale) as counted
  group by sale.organization_id, counted.day;
grant select on report_sale_days to daybook_runtime;

-- Adds what a sale counts for now and takes off what it counted for before; a day on which nothing changes is left
-- alone. No confirmed sale is ever deleted.
--
-- At commit, as the sums of the cash basis: all sales of a day share its row, and whoever records one still waits for
-- the numbers of its payment and its entries. One statement-level trigger for many sales at once would hold that row
-- while it waits, and copies each sale before and after whenever a payment changes it.
create function keep_sale_days() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sale_days as days (organization_id, day, sales, gross, discounts, returns, charges, tax, cost)
    select new.organization_id, change.day, sum(change.sales), sum(change.gross), sum(change.discounts),
      sum(change.returns), sum(change.charges), sum(change.tax), sum(change.cost)
    from (
      select * from days_of_sale(new)
      union all
      select day, -sales, -gross, -discounts, -returns, -charges, -tax, -cost from days_of_sale(old)
    ) as change
    group by change.day
    having (sum(change.sales), sum(change.gross), sum(change.discounts), sum(change.returns), sum(change.charges),
      sum(change.tax), sum(change.cost)) is distinct from (0, 0, 0, 0, 0, 0, 0)
    order by change.day
    on conflict (organization_id, day) do update set sales = days.sales + excluded.sales,
      gross = days.gross + excluded.gross, discounts = days.discounts + excluded.discounts,
      returns = days.returns + excluded.returns, charges = days.charges + excluded.charges,
      tax = days.tax + excluded.tax, cost = days.cost + excluded.cost;
  return null;
end $$;

create constraint trigger kept_days after insert on sales deferrable initially deferred
  for each row when (new.confirmed_at is not null and not new.is_deposit) execute function keep_sale_days();
-- Payments write none of these columns, and so do not even have them compared.
create constraint trigger kept_days_again after update of confirmed_at, kind, is_deposit, sale_date, voided_on,
    undiscounted, net, charges_net, tax, cost_total, base_undiscounted, base_net, base_charges_net, base_tax
  on sales deferrable initially deferred
  for each row when (new.confirmed_at is not null and (
    old.confirmed_at, old.kind, old.is_deposit, old.sale_date, old.voided_on, old.undiscounted, old.net,
    old.charges_net, old.tax, old.cost_total, old.base_undiscounted, old.base_net, old.base_charges_net, old.base_tax
  ) is distinct from (
    new.confirmed_at, new.kind, new.is_deposit, new.sale_date, new.voided_on, new.undiscounted, new.net,
    new.charges_net, new.tax, new.cost_total, new.base_undiscounted, new.base_net, new.base_charges_net, new.base_tax
  )) execute function keep_sale_days();

-- What goods are worth that leave, whatever they were sold for: the limits of MCP tokens count by it.
create view report_list_prices with (security_invoker = true) as
  select organization_id, id as variant_id, price_micro, currency, standard_cost_micro, track_inventory from variants;

-- `undiscounted` is in the base currency.
create view report_goods_sold with (security_invoker = true) as
  select line.organization_id, line.sale_id, sale.confirmed_at, line.variant_id, line.quantity,
    in_base(line.undiscounted, sale.base_factor) as undiscounted, line.cost_total
  from sales as sale
  join sale_lines as line on line.organization_id = sale.organization_id and line.sale_id = sale.id
  where sale.confirmed_at is not null and sale.kind = 'sale' and not sale.is_deposit;
grant select on report_list_prices, report_goods_sold to daybook_runtime;
