-- What a payment method is called where a report groups by it.
create view report_payment_methods with (security_invoker = true) as
  select organization_id, id, name from payment_methods;
grant select on report_payment_methods to daybook_runtime;
