-- What reports read of clients and payments beside what they read before: whom was sold to, and what on account.

create view report_client_places with (security_invoker = true) as
  select organization_id, id, billing_address ->> 'country' as country, group_ids[1] as group_id from clients;
create view report_client_groups with (security_invoker = true) as
  select organization_id, id, name from client_groups;
grant select on report_client_places, report_client_groups to daybook_runtime;

-- What was paid on the day of the sale, and was never owed at the end of any.
create view report_settled_at_once with (security_invoker = true) as
  select organization_id, allocated_on, reversed_on, amount from allocations where allocated_on = sale_date;
grant select on report_settled_at_once to daybook_runtime;
