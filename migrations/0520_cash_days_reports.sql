-- What counts on the cash basis, summed up by account and day, so that profit and loss and taxes of a year read a row for
-- each account and day, and not every settlement. Kept in the transaction that settles, and made whenever by the view
-- `report_cash_sums`, which the check compares it with.
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
      in ('sale.confirmed', 'sale.returned', 'sale.written_off', 'sale.recovered')) as is_of_sale,
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
    where line.tax_rate_id is not null) as part;

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
    select null, sum(in_base(line.net, sale.base_factor))::bigint from sale_lines as line
    where line.organization_id = sale.organization_id and line.sale_id = sale.id and line.taxes = '[]'
    union all
    select null, sum(in_base((charge ->> 'net')::bigint, sale.base_factor))::bigint
    from jsonb_array_elements(sale.charges) as charge where charge -> 'taxes' = '[]') as part
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

-- So much of an amount as counts of a debt, of which so much was incurred and so much is still owed.
create function settled_part(amount bigint, incurred bigint, owed bigint) returns bigint
language sql immutable parallel safe
  return case when incurred = 0 then amount
    when sign(incurred - owed) <> sign(incurred) then 0
    else paid_part(amount, abs(incurred - owed), abs(incurred)) end;
grant execute on function settled_part to daybook_runtime;

-- Of a debt that is no sale the source of its entries says which it is: what those that owe are worth beside the debt
-- counts by how much of it is no longer owed. Nothing here is made once for all debts: one alone must read its own lines.
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
grant select on report_cash_lines, report_cash_parts, report_settled_days, report_cash_of_sales, report_cash_of_debts,
  report_cash_at_once, report_cash_sums to daybook_runtime;

-- Brings the sums up to what of a sale is settled now.
create function keep_cash_of_sale(organization uuid, sale uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  worth bigint;
begin
  select greatest(coalesce(base_total, total), 1) into worth from sales where organization_id = organization and id = sale;
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
create constraint trigger kept_cash_again after update on allocations deferrable initially deferred
  for each row when (old.reversed_on is distinct from new.reversed_on) execute function keep_cash_of_allocation();

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
create constraint trigger kept_cash_again after update on sales deferrable initially deferred
  for each row when ((old.confirmed_at, old.voided_on) is distinct from (new.confirmed_at, new.voided_on)
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
  -- What sales and payments post is counted as it is settled, beside what it costs to be paid.
  select array_agg(distinct entry.id) into counted
    from added as line
    join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
    join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
    where (account.class in ('revenue', 'expense') or line.tax_rate_id is not null)
      and not (entry.source_type = 'sale' and (entry.kind = 'reversal' or coalesce(entry.source_event, '')
        in ('sale.confirmed', 'sale.returned', 'sale.written_off', 'sale.recovered')));
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

-- Whoever makes this may be bound by row-level security as the owner: it is lifted while every organisation is served.
alter table journal_lines no force row level security;
alter table journal_entries no force row level security;
alter table accounts no force row level security;
alter table sales no force row level security;
alter table sale_lines no force row level security;
alter table allocations no force row level security;
alter table settled_days no force row level security;
alter table settled_debts no force row level security;
alter table cash_days no force row level security;
insert into settled_days select organization_id, sale_id, day, amount from report_settled_days;
insert into settled_debts
  select organization_id, source_type, source_id, account_id, rate_id, day, amount, base from report_cash_of_debts
  where amount <> 0 or base <> 0;
insert into cash_days select organization_id, account_id, rate_id, day, amount, base from report_cash_sums
  order by organization_id, day, account_id;
alter table cash_days force row level security;
alter table settled_debts force row level security;
alter table settled_days force row level security;
alter table allocations force row level security;
alter table sale_lines force row level security;
alter table sales force row level security;
alter table accounts force row level security;
alter table journal_entries force row level security;
alter table journal_lines force row level security;
