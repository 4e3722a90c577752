-- A credit limit in the base currency counts whatever is owed in any, by what it is worth on the books.
create or replace view client_credits with (security_invoker = true) as
  select organization_id, client_id, currency, sum(amount_unapplied)::bigint as amount,
    sum(coalesce(base_amount - base_used, amount_unapplied))::bigint as worth
  from payments where amount_unapplied > 0 and client_id is not null
  group by organization_id, client_id, currency;
