-- Deposits: what clients pay before there is anything to deliver. Each is a sale of its own that earns nothing: what it
-- comes to, without tax, waits on a liability until it is taken off the last invoice.

-- Whoever makes this may be bound by row-level security as the owner; it is lifted for the time of this migration, where
-- every organisation is served.
alter table organizations no force row level security;
alter table accounts no force row level security;
insert into accounts (organization_id, id, code, name, type, system_role, created_at, updated_at, created_by, updated_by)
  select organization.id, gen_random_uuid(),
    (select free.number::text from generate_series(2310, 9999) as free (number)
      where not exists (select from accounts as taken
        where taken.organization_id = organization.id and taken.code = free.number::text)
      order by free.number limit 1),
    'Deposits of clients', 'other_current_liability', 'client_deposits', now(), now(), stamp, stamp
  from organizations as organization, (values ('{"type": "system", "id": null, "name": "Daybook"}'::jsonb)) as by (stamp)
  where exists (select from accounts where organization_id = organization.id);
alter table accounts force row level security;
alter table organizations force row level security;
create or replace function is_control(account accounts) returns boolean immutable language sql
return account.type = 'inventory' or coalesce(account.system_role, '')
  in ('receivable', 'payable', 'member_payable', 'client_credit', 'supplier_credit', 'client_deposits');

alter table sales add column is_deposit boolean not null default false;
create trigger frozen_deposit before update on sales for each row
  when (old.is_deposit is distinct from new.is_deposit) execute function refuse_frozen();

-- As before; what earns nothing is no revenue.
create or replace view report_sales with (security_invoker = true) as
  select organization_id, id, kind, number, original_sale_id, status, payment_status, client_id, client_name, sale_date,
    due_date, currency, coalesce(base_undiscounted, undiscounted) as undiscounted, coalesce(base_net, net) as net,
    coalesce(base_charges_net, charges_net) as charges_net, coalesce(base_tax, tax) as tax,
    coalesce(base_withheld, withheld) as withheld,
    coalesce(base_after_tax_discount, after_tax_discount) as after_tax_discount,
    coalesce(base_rounding, rounding) as rounding, coalesce(base_total, total) as total,
    case when base_factor is null or amount_due = 0 then amount_due else base_total - base_settled end as amount_due,
    cost_total, member_id, channel, location_id, voided_on, taxes, charges, base_factor, total as currency_total,
    amount_due as currency_due, amount_paid - amount_refunded as currency_paid,
    amount_written_off as currency_written_off, is_deposit
  from sales where confirmed_at is not null;
