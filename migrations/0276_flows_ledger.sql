-- What clients were ever charged and ever paid, by currency and month, so that the figures of a lifetime read a row for
-- each month and not every sale and payment. Charged is what their sales put on accounts receivable, less returns and
-- voids; paid is what came in for it or stays as their credit, less what went back. A debt that is given up was charged
-- all the same.
create table client_flows (
  organization_id uuid not null,
  client_id uuid not null,
  currency char(3) not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  invoiced bigint not null,
  paid bigint not null,
  -- The same in the base currency, as the books have it.
  base_invoiced bigint not null,
  base_paid bigint not null,
  primary key (organization_id, client_id, currency, month)
) with (fillfactor = 70);
select protect_tenant_table('client_flows');
revoke insert, update, delete on client_flows from daybook_runtime;

-- Whether an entry charges a client, or is money of one: null where it is neither.
create function flow_of(source_type text, source_event text) returns text immutable parallel safe language sql
return case
  when source_type in ('payment', 'refund') then 'paid'
  when source_type = 'sale' and coalesce(source_event, '') not in ('sale.written_off', 'sale.recovered') then 'invoiced'
end;

-- Each line that charges a client or is money of one, as what it adds to either.
create view report_client_flow_lines with (security_invoker = true) as
  select line.organization_id, line.client_id, coalesce(line.currency, organization.base_currency) as currency,
    date_trunc('month', line.entry_date::timestamp)::date as month,
    case when flow = 'invoiced' then coalesce(line.currency_amount, line.amount) else 0 end as invoiced,
    case when flow = 'paid' then -coalesce(line.currency_amount, line.amount) else 0 end as paid,
    case when flow = 'invoiced' then line.amount else 0 end as base_invoiced,
    case when flow = 'paid' then -line.amount else 0 end as base_paid
  from journal_lines as line
  join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
  join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
    and (account.type = 'accounts_receivable' or account.system_role = 'client_credit')
  join organizations as organization on organization.id = line.organization_id
  cross join lateral (select flow_of(entry.source_type, entry.source_event) as flow) as told
  where line.client_id is not null and flow is not null;
create view report_client_flows with (security_invoker = true) as
  select flow.organization_id, flow.client_id, flow.currency, flow.currency = organization.base_currency as is_base,
    flow.month, flow.invoiced, flow.paid, flow.base_invoiced, flow.base_paid
  from client_flows as flow join organizations as organization on organization.id = flow.organization_id;
grant select on report_client_flow_lines, report_client_flows to daybook_runtime;

-- Whoever makes this may be bound by row-level security as the owner: it is lifted while every organisation is served.
alter table journal_lines no force row level security;
alter table journal_entries no force row level security;
alter table accounts no force row level security;
alter table organizations no force row level security;
alter table client_flows no force row level security;
insert into client_flows
  select organization_id, client_id, currency, month, sum(invoiced), sum(paid), sum(base_invoiced), sum(base_paid)
  from report_client_flow_lines group by 1, 2, 3, 4;
alter table client_flows force row level security;
alter table organizations force row level security;
alter table accounts force row level security;
alter table journal_entries force row level security;
alter table journal_lines force row level security;

create function sum_up_flows() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An entry of no client pays for no more than this look at its lines.
  if not exists (select from added where client_id is not null) then
    return null;
  end if;
  insert into client_flows as flows
    select organization_id, client_id, currency, month, coalesce(sum(amount) filter (where flow = 'invoiced'), 0),
      coalesce(-sum(amount) filter (where flow = 'paid'), 0), coalesce(sum(base) filter (where flow = 'invoiced'), 0),
      coalesce(-sum(base) filter (where flow = 'paid'), 0)
    from (
      select line.organization_id, line.client_id, coalesce(line.currency, organization.base_currency) as currency,
        date_trunc('month', line.entry_date::timestamp)::date as month, line.amount as base,
        coalesce(line.currency_amount, line.amount) as amount, flow_of(entry.source_type, entry.source_event) as flow
      from added as line
      join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
      join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
        and (account.type = 'accounts_receivable' or account.system_role = 'client_credit')
      join organizations as organization on organization.id = line.organization_id
      where line.client_id is not null
    ) as moved
    where flow is not null
    group by organization_id, client_id, currency, month having bool_or(amount <> 0)
    order by organization_id, client_id, currency, month
    on conflict (organization_id, client_id, currency, month) do update set
      invoiced = flows.invoiced + excluded.invoiced, paid = flows.paid + excluded.paid,
      base_invoiced = flows.base_invoiced + excluded.base_invoiced, base_paid = flows.base_paid + excluded.base_paid;
  return null;
end $$;
-- After the sums of accounts and currencies, by its name: every posting locks them in one order.
create trigger summed_up_flows after insert on journal_lines referencing new table as added
  for each statement execute function sum_up_flows();
