-- Parts of a sale are settled in their order by whatever settles it: payments less what was refunded of them, returns,
-- and what is given up.

drop view report_debts;
alter table sales drop column next_due_date;
alter table sales add column next_due_date date not null generated always as (next_due(payment_schedule, due_date,
  amount_paid - amount_refunded + amount_credited + amount_written_off)) stored;
create index sales_owed_next on sales (organization_id, client_id, next_due_date, id) where status = 'confirmed';

-- What is still to pay of confirmed sales, part by part.
create view report_debts with (security_invoker = true) as
  select sales.organization_id, sales.id as sale_id, sales.client_id, sales.sale_date, part.due_date,
    least(part.amount, part.up_to - (sales.total - sales.amount_due)) as amount
  from sales cross join lateral (
    select sales.due_date, sales.total as amount, sales.total as up_to where sales.payment_schedule = '[]'
    union all
    select (value ->> 'due_date')::date, (value ->> 'amount')::bigint,
      (sum((value ->> 'amount')::bigint) over (order by ordinality))::bigint
    from jsonb_array_elements(sales.payment_schedule) with ordinality) as part
  where sales.status = 'confirmed' and part.up_to > sales.total - sales.amount_due;
grant select on report_debts to daybook_runtime;
