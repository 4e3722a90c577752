-- Where clients pay to, and how e-invoices find their way.

alter table organizations
  add column bank_account jsonb,
  add column e_invoicing jsonb not null default '{}';
alter table clients add column e_invoicing jsonb not null default '{}';
