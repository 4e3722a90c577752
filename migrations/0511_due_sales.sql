-- A sale keeps the payment terms that say when it is due: once it is invoiced, they count from the day of the invoice.
-- Null where it was said when it is due, in days, and of the sales before.
alter table sales add column payment_terms jsonb;

-- The parts of a schedule but for their days.
create function undated_parts(schedule jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_agg(value - 'due_date' order by place) from jsonb_array_elements(schedule) with ordinality
    as part (value, place));
grant execute on function undated_parts to daybook_runtime;

drop trigger frozen on sales;
drop trigger frozen_schedule on sales;
-- A confirmed sale keeps every amount, its number, its days and its client; it may be paid, described, given back and
-- voided.
create trigger frozen before update on sales for each row
  when (old.confirmed_at is not null and (
    old.number, old.kind, old.original_sale_id, old.return_reason, old.confirmed_at, old.client_id, old.client_name,
    old.sale_date, old.payment_terms, old.currency, old.prices_include_tax, old.tax_rounding, old.rounding_mode,
    old.cash_rounding, old.discounts, old.charges, old.taxes, old.gross, old.line_discount, old.document_discount,
    old.undiscounted, old.net, old.charges_net, old.tax, old.withheld, old.after_tax_discount, old.rounding, old.total,
    old.cost_total, old.location_id, old.stock
  ) is distinct from (
    new.number, new.kind, new.original_sale_id, new.return_reason, new.confirmed_at, new.client_id, new.client_name,
    new.sale_date, new.payment_terms, new.currency, new.prices_include_tax, new.tax_rounding, new.rounding_mode,
    new.cash_rounding, new.discounts, new.charges, new.taxes, new.gross, new.line_discount, new.document_discount,
    new.undiscounted, new.net, new.charges_net, new.tax, new.withheld, new.after_tax_discount, new.rounding, new.total,
    new.cost_total, new.location_id, new.stock
  ))
  execute function refuse_frozen();
-- When it is due stays as it was said, or follows its invoice by its terms; how much is due each time stays.
create trigger frozen_due before update on sales for each row
  when (old.confirmed_at is not null and (
    undated_parts(old.payment_schedule) is distinct from undated_parts(new.payment_schedule)
    or old.payment_terms is null
      and (old.due_date, old.payment_schedule) is distinct from (new.due_date, new.payment_schedule)))
  execute function refuse_frozen();
