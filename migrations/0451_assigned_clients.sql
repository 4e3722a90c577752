-- Whose clients are whose, and what follows from it for everything that belongs to a client.

alter table clients
  add column assigned_to uuid,
  add constraint clients_assigned_to_fkey foreign key (organization_id, assigned_to) references members;
-- Both are partial so that nothing else takes them: see the primary key of this table.
create index clients_assigned on clients (organization_id, assigned_to, created_at, id) where assigned_to is not null;
create index clients_author on clients (organization_id, (created_by ->> 'id'), created_at, id)
  where (created_by ->> 'id') is not null;

-- Each rule looks at a table whose own rule was made before it, down to clients: whoever sees a client sees all of its
-- account, since sums of a part of it would be wrong. What has no client is seen by whoever made it.
select limit_to_scope('clients', 'assigned_to = assigned_member() or (created_by ->> ''id'') = own_author()');

do $$
declare
  name text;
begin
  foreach name in array array['client_tax_ids', 'client_reminders', 'client_months', 'client_flows',
    'client_currency_months', 'late_fees', 'reminders'] loop
    perform limit_to_scope(name::regclass, format('exists (select from clients
      where clients.organization_id = %1$I.organization_id and clients.id = %1$I.client_id)', name), true);
  end loop;
end $$;

select limit_to_scope('sales', 'case when client_id is null then is_own(created_by) or member_id = scoped_member()
  else exists (select from clients
    where clients.organization_id = sales.organization_id and clients.id = sales.client_id) end');

do $$
declare
  name text;
begin
  foreach name in array array['sale_lines', 'allocations', 'write_offs'] loop
    perform limit_to_scope(name::regclass, format('exists (select from sales
      where sales.organization_id = %1$I.organization_id and sales.id = %1$I.sale_id)', name), true);
  end loop;
end $$;

select limit_to_scope('payments', 'case when client_id is null
  then is_own(created_by) or exists (select from allocations
    where allocations.organization_id = payments.organization_id and allocations.payment_id = payments.id)
  else exists (select from clients
    where clients.organization_id = payments.organization_id and clients.id = payments.client_id) end');
select limit_to_scope('refunds', 'case when client_id is null
  then is_own(created_by) or exists (select from payments
      where payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id)
    or exists (select from sales
      where sales.organization_id = refunds.organization_id and sales.id = refunds.return_id)
  else exists (select from clients
    where clients.organization_id = refunds.organization_id and clients.id = refunds.client_id) end');
select limit_to_scope('money_transfers', 'is_own(created_by)');

select limit_to_scope('documents', 'case when client_id is null
  then is_own(created_by) or exists (select from sales
    where sales.organization_id = documents.organization_id and sales.id = documents.sale_id)
  else exists (select from clients
    where clients.organization_id = documents.organization_id and clients.id = documents.client_id) end');

do $$
declare
  name text;
begin
  foreach name in array array['document_lines', 'document_einvoices', 'document_holds', 'document_looks',
    'document_mails', 'document_payments', 'document_pdfs', 'document_schedules', 'document_shares',
    'recurring_documents'] loop
    perform limit_to_scope(name::regclass, format('exists (select from documents
      where documents.organization_id = %1$I.organization_id and documents.id = %1$I.document_id)', name), true);
  end loop;
end $$;

select limit_to_scope('document_exports', 'is_own(created_by)');
select limit_to_scope('document_export_items', 'exists (select from document_exports
  where document_exports.organization_id = document_export_items.organization_id
    and document_exports.id = document_export_items.export_id)', true);

select limit_to_scope('expenses', 'is_own(created_by) or member_id = scoped_member()
  or exists (select from clients
    where clients.organization_id = expenses.organization_id and clients.id = expenses.supplier_id)');

do $$
declare
  name text;
begin
  foreach name in array array['expense_lines', 'expense_payments', 'file_links'] loop
    perform limit_to_scope(name::regclass, format('exists (select from expenses
      where expenses.organization_id = %1$I.organization_id and expenses.id = %1$I.expense_id)', name), true);
  end loop;
end $$;

-- From either side, so that nothing is billed twice and what is voided is free again.
select limit_to_scope('billed_expense_lines', 'exists (select from expenses
    where expenses.organization_id = billed_expense_lines.organization_id
      and expenses.id = billed_expense_lines.expense_id)
  or exists (select from sales
    where sales.organization_id = billed_expense_lines.organization_id
      and sales.id = billed_expense_lines.sale_id)', true);
select limit_to_scope('recurring_expenses', 'is_own(created_by) or member_id = scoped_member()');
select limit_to_scope('supplier_payments', 'exists (select from clients
  where clients.organization_id = supplier_payments.organization_id and clients.id = supplier_payments.supplier_id)');
select limit_to_scope('supplier_refunds', 'exists (select from supplier_payments
  where supplier_payments.organization_id = supplier_refunds.organization_id
    and supplier_payments.id = supplier_refunds.supplier_payment_id)', true);

select limit_to_scope('stock_reservations', 'case when source_type = ''sale''
  then exists (select from sales
    where sales.organization_id = stock_reservations.organization_id and sales.id = stock_reservations.source_id)
  else is_own(created_by) end', true);
-- What moved for somebody else's client is not seen; how much there is, is.
select limit_to_scope('stock_movements', 'case source_type
  when ''sale'' then exists (select from sales
    where sales.organization_id = stock_movements.organization_id and sales.id = stock_movements.source_id)
  when ''expense'' then exists (select from expenses
    where expenses.organization_id = stock_movements.organization_id and expenses.id = stock_movements.source_id)
  else true end', true);

-- Whoever sees a document sees all that it belongs to, so that its links can be replaced as a whole.
select limit_to_scope('other_documents', 'is_own(created_by) or exists (select from other_document_links as link
  where link.organization_id = other_documents.organization_id and link.other_document_id = other_documents.id
    and (exists (select from clients
        where clients.organization_id = link.organization_id and clients.id = link.client_id)
      or exists (select from sales
        where sales.organization_id = link.organization_id and sales.id = link.sale_id)
      or exists (select from expenses
        where expenses.organization_id = link.organization_id and expenses.id = link.expense_id)
      or exists (select from documents
        where documents.organization_id = link.organization_id and documents.id = link.document_id)))');
-- The logo on what is printed is everybody's.
select limit_to_scope('files', 'is_own(created_by) or exists (select from file_links
    where file_links.organization_id = files.organization_id and file_links.file_id = files.id)
  or exists (select from document_templates
    where document_templates.organization_id = files.organization_id
      and document_templates.logo_file_id = files.id)');

select limit_to_scope('approvals', 'member_id = scoped_member()');
select limit_to_scope('audit_log', '(actor ->> ''id'') = scoped_author()');

-- What looks for the last of a series, or at what hangs on a record, sees all of the organisation, whoever asks.
do $$
declare
  name text;
begin
  foreach name in array array['take_client_number(uuid, date)', 'take_document_number(uuid, text, date)',
    'follow_sale()', 'void_receipts()', 'free_payments()', 'free_billed_lines()', 'refuse_billed()',
    'date_allocation()'] loop
    execute format('alter function %s security definer set search_path = pg_catalog, public, pg_temp', name);
  end loop;
end $$;

-- Foreign keys see every row, so that what only they look at would tell whether a hidden record is there. It is refused
-- as they refuse what is not. Functions of whoever asks: they see what those see.
create function refuse_unseen(constraint_name text) returns void language plpgsql as $$
begin
  raise exception 'what it refers to is not there'
    using errcode = 'foreign_key_violation', constraint = constraint_name;
end $$;

create function refuse_unseen_supplier() returns trigger language plpgsql as $$
begin
  if current_user = 'daybook_scoped' and not exists (select from clients
    where organization_id = new.organization_id and id = new.supplier_id) then
    perform refuse_unseen('products_supplier_fkey');
  end if;
  return new;
end $$;
create trigger sees_supplier before insert on products for each row
  when (new.supplier_id is not null) execute function refuse_unseen_supplier();
create trigger sees_other_supplier before update of supplier_id on products for each row
  when (new.supplier_id is not null and new.supplier_id is distinct from old.supplier_id)
  execute function refuse_unseen_supplier();

create function refuse_unseen_links() returns trigger language plpgsql as $$
begin
  if current_user <> 'daybook_scoped' then
    return new;
  end if;
  if new.client_id is not null and not exists (select from clients
    where organization_id = new.organization_id and id = new.client_id) then
    perform refuse_unseen('other_document_links_client_fkey');
  elsif new.sale_id is not null and not exists (select from sales
    where organization_id = new.organization_id and id = new.sale_id) then
    perform refuse_unseen('other_document_links_sale_fkey');
  elsif new.expense_id is not null and not exists (select from expenses
    where organization_id = new.organization_id and id = new.expense_id) then
    perform refuse_unseen('other_document_links_expense_fkey');
  elsif new.document_id is not null and not exists (select from documents
    where organization_id = new.organization_id and id = new.document_id) then
    perform refuse_unseen('other_document_links_document_fkey');
  end if;
  return new;
end $$;
create trigger sees_links before insert on other_document_links for each row execute function refuse_unseen_links();
