-- What was owed on a day that is past is what was paid after it. Nearly every sale is paid on its own day, and was never
-- owed at the end of any: with the days of the sale and of the payment beside that of the allocation, the few others are
-- one stretch of an index. Before, who owed what five years ago was asked of every payment since.

alter table allocations add column sale_date date, add column payment_date date;
alter table allocations disable trigger frozen;
update allocations set sale_date = sales.sale_date, payment_date = payments.payment_date
  from sales, payments
  where sales.organization_id = allocations.organization_id and sales.id = allocations.sale_id
    and payments.organization_id = allocations.organization_id and payments.id = allocations.payment_id;
alter table allocations enable trigger frozen;
alter table allocations alter column sale_date set not null, alter column payment_date set not null;

create function date_allocation() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  select sale_date into new.sale_date from sales
    where organization_id = new.organization_id and id = new.sale_id;
  select payment_date into new.payment_date from payments
    where organization_id = new.organization_id and id = new.payment_id;
  return new;
end $$;
create trigger dated before insert on allocations for each row execute function date_allocation();
create trigger dated_once before update on allocations for each row
  when ((old.sale_date, old.payment_date) is distinct from (new.sale_date, new.payment_date))
  execute function refuse_paid_change();

create index allocations_after_sale on allocations (organization_id, allocated_on, sale_date)
  where allocated_on > sale_date;
create index allocations_after_payment on allocations (organization_id, allocated_on, payment_date)
  where allocated_on > payment_date;

create view report_late_settlements with (security_invoker = true) as
  select organization_id, sale_id, sale_date, allocated_on from allocations where allocated_on > sale_date;
create view report_late_uses with (security_invoker = true) as
  select organization_id, payment_id, payment_date, allocated_on from allocations where allocated_on > payment_date;
grant select on report_late_settlements, report_late_uses to daybook_runtime;
