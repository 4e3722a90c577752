-- The same invoice of the same supplier is recorded once, whoever records it at the same moment, unless somebody says
-- that it is another one.

-- What was recorded before stays as it is.
alter table expenses add column duplicate_allowed boolean not null default true;
alter table expenses alter column duplicate_allowed set default false;

create unique index expenses_supplier_invoice_key on expenses
  (organization_id, supplier_id, lower(supplier_invoice_number))
  where supplier_id is not null and supplier_invoice_number is not null and status <> 'voided' and not duplicate_allowed;

-- Capitals make no other invoice, so that this is what invoices are found by.
drop index expenses_invoice;
create index expenses_invoice on expenses (organization_id, lower(supplier_invoice_number))
  where supplier_invoice_number is not null;
