-- What an accountant is handed: the paper behind each entry, by its source.

-- The record that an entry comes from, as a paper: our document or the supplier's, whose it is, and its file. Null for
-- what has no paper of its own. A function of cases, since each plans the one query that it needs and once a connection:
-- as a view of all of them it took 40 ms to plan, for every entry that was read.
create function entry_paper(organization uuid, source_type text, record uuid) returns jsonb stable language plpgsql as $$
declare
  found record;
begin
  case source_type
    when 'sale' then
      select sale.number, coalesce(paper.number, sale.number) as document_number,
          coalesce(paper.issue_date, sale.sale_date) as document_date, sale.due_date, null as supplier_number,
          paper.type as document_type, paper.id as document_id, null as file_id, 'client' as party_type,
          sale.client_id as party_id, sale.client_name as party_name into found
        from sales as sale
        left join lateral (
          select id, type, number, issue_date from documents as document
          where document.organization_id = organization and document.sale_id = sale.id and document.number is not null
            and document.type in ('invoice', 'deposit_invoice', 'credit_note', 'debit_note')
          order by document.voided_at is not null, document.id limit 1) as paper on true
        where sale.organization_id = organization and sale.id = record;
    when 'payment' then
      -- Of the only sale that it pays, if there is one: that is what the payer means by it.
      select payment.number, coalesce(paid.number, payment.number) as document_number,
          payment.payment_date as document_date, null as due_date, null as supplier_number,
          null as document_type, null as document_id, null as file_id, 'client' as party_type,
          payment.client_id as party_id, payment.client_name as party_name into found
        from payments as payment
        left join lateral (
          select case when count(distinct allocation.sale_id) = 1 then min(coalesce((
              select number from documents as document
              where document.organization_id = organization and document.sale_id = allocation.sale_id
                and document.type in ('invoice', 'deposit_invoice', 'debit_note') and document.voided_at is null), (
              select number from sales where organization_id = organization and id = allocation.sale_id))) end as number
          from allocations as allocation
          where allocation.organization_id = organization and allocation.payment_id = payment.id) as paid on true
        where payment.organization_id = organization and payment.id = record;
    when 'refund' then
      select number, number as document_number, refund_date as document_date, null as due_date,
          null as supplier_number, null as document_type, null as document_id, null as file_id,
          'client' as party_type, client_id as party_id, client_name as party_name into found
        from refunds where organization_id = organization and id = record;
    when 'expense' then
      select number, number as document_number, expense_date as document_date, due_date,
          supplier_invoice_number as supplier_number, null as document_type, null as document_id,
          receipt_file_ids[1] as file_id, 'supplier' as party_type, supplier_id as party_id, payee_name as party_name
          into found
        from expenses where organization_id = organization and id = record;
    when 'supplier_payment' then
      select number, number as document_number, payment_date as document_date, null as due_date,
          null as supplier_number, null as document_type, null as document_id, null as file_id,
          'supplier' as party_type, supplier_id as party_id, supplier_name as party_name into found
        from supplier_payments where organization_id = organization and id = record;
    when 'supplier_refund' then
      select payment.number, payment.number as document_number, refund.refund_date as document_date, null as due_date,
          null as supplier_number, null as document_type, null as document_id, null as file_id,
          'supplier' as party_type, payment.supplier_id as party_id, payment.supplier_name as party_name into found
        from supplier_refunds as refund
        join supplier_payments as payment
          on payment.organization_id = organization and payment.id = refund.supplier_payment_id
        where refund.organization_id = organization and refund.id = record;
    when 'money_transfer' then
      select number, number as document_number, transfer_date as document_date, null as due_date,
          null as supplier_number, null as document_type, null as document_id, null as file_id, null as party_type,
          null::uuid as party_id, null as party_name into found
        from money_transfers where organization_id = organization and id = record;
    when 'stock_count' then
      select number, number as document_number, effective_date as document_date, null as due_date,
          null as supplier_number, null as document_type, null as document_id, null as file_id, null as party_type,
          null::uuid as party_id, null as party_name into found
        from stock_counts where organization_id = organization and id = record;
    else
      return null;
  end case;
  if found.number is null then
    return null;
  end if;
  return to_jsonb(found) || jsonb_build_object('party_number', (
    select number from clients where organization_id = organization and id = found.party_id));
end $$;
grant execute on function entry_paper to daybook_runtime;

-- Which record each paper stands for: from a document or a file to its entries in one step.
create view paper_sources with (security_invoker = true) as
  select organization_id, id as paper_id, 'sale'::text as source_type, sale_id as source_id
  from documents where sale_id is not null and type in ('invoice', 'deposit_invoice', 'credit_note', 'debit_note')
  union all
  select organization_id, file_id, 'expense', expense_id from file_links where expense_id is not null;
grant select on paper_sources to daybook_runtime;

-- Clients and suppliers as files for tax advisers and authorities name them.
create view handover_parties with (security_invoker = true) as
  select organization_id, id, number, display_name as name from clients;
grant select on handover_parties to daybook_runtime;

-- Links by which an accountant reads the books of some days without a login. Only the hash of a link is kept, so that
-- neither a dump nor a list shows one that works.
create table accountant_links (
  organization_id uuid not null references organizations,
  id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  -- Who it was made for.
  recipient text not null check (length(recipient) between 1 and 255),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_opened_at timestamptz,
  times_opened int not null default 0,
  created_at timestamptz not null,
  created_by jsonb not null
);
-- The only index that does not begin with the organisation: a presented link names none.
create unique index accountant_links_token on accountant_links (token_hash);
create index accountant_links_by_age on accountant_links (organization_id, created_at, id);
alter table accountant_links add primary key (organization_id, id);
select protect_tenant_table('accountant_links');
revoke delete on accountant_links from daybook_runtime;
select lead_to_organization('accountant_links');

-- A link with the organisation that it leads to. Who reads it compares the hash, and its end with their clock.
create view open_accountant_links with (security_invoker = true) as
  select link.token_hash, link.expires_at, link.id as link, link.recipient, link.first_day, link.last_day,
    organizations.id, name, base_currency as "baseCurrency", timezone, locale
  from accountant_links as link join organizations on organizations.id = link.organization_id
  where link.revoked_at is null and organizations.status = 'active';
grant select on open_accountant_links to daybook_runtime;
