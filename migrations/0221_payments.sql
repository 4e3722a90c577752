-- Who sells on credit must know what the client owes, and the credit of the client counts against it.
create view client_credits with (security_invoker = true) as
  select organization_id, client_id, currency, sum(amount_unapplied)::bigint as amount
  from payments where amount_unapplied > 0 and client_id is not null
  group by organization_id, client_id, currency;
grant select on client_credits to daybook_runtime;

-- Whoever makes this may be bound by row-level security as the owner; it is lifted for the time of this migration where
-- every organisation is served.
alter table roles no force row level security;
update roles set permissions = permissions || '{sales:credit}'
  where kind = 'system' and name in ('owner', 'admin', 'accountant', 'manager')
    and not permissions @> '{sales:credit}';
alter table roles force row level security;
