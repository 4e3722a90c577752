-- Sales that are paid in parts: a deposit, instalments and the rest, each due on a day of its own. Payments settle the
-- parts in their order, so that what is due next follows from what is paid.

-- When the first part that is not paid in full is due; of a sale without parts, or with none left, its own due date.
create function next_due(schedule jsonb, due date, paid bigint) returns date
language sql immutable parallel safe as $$
  select coalesce((
    select part.due_date from (
      select (value ->> 'due_date')::date as due_date,
        sum((value ->> 'amount')::bigint) over (order by ordinality) as up_to
      from jsonb_array_elements(schedule) with ordinality) as part
    where part.up_to > paid order by part.up_to limit 1), due)
$$;
grant execute on function next_due to daybook_runtime;

-- [{"due_date": "2026-02-01", "kind": "deposit", "percent": "30000000", "asked": null, "amount": "3000"}]: amounts in
-- minor units, percentages in millionths of a percent; `asked` where an amount was said.
alter table sales add column payment_schedule jsonb not null default '[]';
alter table sales add column next_due_date date not null
  generated always as (next_due(payment_schedule, due_date, amount_paid)) stored;

create trigger frozen_schedule before update on sales for each row
  when (old.confirmed_at is not null and old.payment_schedule is distinct from new.payment_schedule)
  execute function refuse_frozen();

create index sales_owed_next on sales (organization_id, client_id, next_due_date, id) where status = 'confirmed';
drop index sales_owed;

-- The parts that sales are paid in, with what all parts up to each come to.
create view report_schedules with (security_invoker = true) as
  select sales.organization_id, sales.id as sale_id, part.due_date, part.amount, part.up_to
  from sales cross join lateral (
    select (value ->> 'due_date')::date as due_date, (value ->> 'amount')::bigint as amount,
      (sum((value ->> 'amount')::bigint) over (order by ordinality))::bigint as up_to
    from jsonb_array_elements(sales.payment_schedule) with ordinality) as part
  where sales.confirmed_at is not null;

-- What is still to pay of confirmed sales, part by part.
create view report_debts with (security_invoker = true) as
  select sales.organization_id, sales.id as sale_id, sales.client_id, sales.sale_date, part.due_date,
    least(part.amount, part.up_to - sales.amount_paid) as amount
  from sales cross join lateral (
    select sales.due_date, sales.total as amount, sales.total as up_to where sales.payment_schedule = '[]'
    union all
    select (value ->> 'due_date')::date, (value ->> 'amount')::bigint,
      (sum((value ->> 'amount')::bigint) over (order by ordinality))::bigint
    from jsonb_array_elements(sales.payment_schedule) with ordinality) as part
  where sales.status = 'confirmed' and part.up_to > sales.amount_paid;
grant select on report_schedules, report_debts to daybook_runtime;
