-- What the lines of bank statements are in the books: each matched line is the entries that come to it, to the cent.

alter table bank_lines add column match_state text not null default 'open'
  check (match_state in ('open', 'matched', 'excluded'));
alter table bank_lines add column exclusion_reason text check (length(exclusion_reason) between 1 and 500);
-- Records that somebody unmatched it from: they are suggested again, and never booked without being asked.
alter table bank_lines add column unmatched_ids uuid[] not null default '{}';
alter table bank_lines add constraint bank_lines_exclusion
  check ((match_state = 'excluded') = (exclusion_reason is not null));
-- What is in the books is neither replaced nor withdrawn beneath them.
alter table bank_lines add constraint bank_lines_matched_stands check (match_state <> 'matched' or state = 'open');
create index bank_lines_to_match on bank_lines (organization_id, bank_account_id, booking_date, id)
  where match_state = 'open' and state = 'open' and booking = 'booked' and not is_interim;
-- Whose account it is, by what was matched before.
create index bank_lines_matched_with on bank_lines (organization_id, counterparty_account)
  where match_state = 'matched' and counterparty_account is not null;

-- What lines of a kind are, decided once: rent, card fees, salaries. The first that fits a line wins.
create table bank_rules (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- Rules are tried in this order, and by id where two came at once.
  position int not null check (position > 0),
  mode text not null check (mode in ('suggest', 'book')),
  conditions jsonb not null,
  -- Ids of accounts and parties, with the part of each. They are looked up when a line is booked.
  targets jsonb not null check (jsonb_array_length(targets) > 0),
  memo text check (length(memo) between 1 and 500),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  primary key (organization_id, id)
);
create unique index bank_rules_name_key on bank_rules (organization_id, lower(name)) where archived_at is null;
create index bank_rules_in_order on bank_rules (organization_id, position, id);
create index bank_rules_by_age on bank_rules (organization_id, created_at, id);
select protect_tenant_table('bank_rules');
select limit_to_scope('bank_rules', 'false');

create table bank_matches (
  organization_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  bank_account_id uuid not null,
  entry_id uuid not null,
  -- In minor units of the bank account; negative where money went out.
  amount bigint not null check (amount <> 0),
  -- The record that was made for the match and is voided with it; null where it was there before.
  made_type text check (made_type in ('payment', 'refund', 'supplier_payment', 'money_transfer', 'journal_entry')),
  made_id uuid,
  -- Sales and expenses that it paid.
  item_ids uuid[] not null default '{}',
  -- The rule that said what the line is.
  rule_id uuid,
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint bank_matches_line_fkey foreign key (organization_id, line_id) references bank_lines,
  constraint bank_matches_account_fkey foreign key (organization_id, bank_account_id) references bank_accounts,
  constraint bank_matches_entry_fkey foreign key (organization_id, entry_id) references journal_entries,
  constraint bank_matches_rule_fkey foreign key (organization_id, rule_id) references bank_rules,
  -- Money is on an account once. A transfer is on two, with a line on each.
  constraint bank_matches_entry_key unique (organization_id, bank_account_id, entry_id),
  constraint bank_matches_made_as_a_whole check ((made_type is null) = (made_id is null))
);
create index bank_matches_of_line on bank_matches (organization_id, line_id, id);
create index bank_matches_of_rule on bank_matches (organization_id, rule_id) where rule_id is not null;
create index bank_matches_of_entry on bank_matches (organization_id, entry_id);
alter table bank_matches add primary key (organization_id, id);
select protect_tenant_table('bank_matches');
select limit_to_scope('bank_matches', 'false');

-- What a match gave up of sales beside the money: discounts that were late, and bad debts. They are taken back with it.
create table bank_adjustments (
  organization_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  kind text not null check (kind in ('discount', 'write_off')),
  sale_id uuid not null,
  -- In minor units of the line.
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint bank_adjustments_line_fkey foreign key (organization_id, line_id) references bank_lines,
  constraint bank_adjustments_sale_fkey foreign key (organization_id, sale_id) references sales
);
create index bank_adjustments_of_line on bank_adjustments (organization_id, line_id, id);
create index bank_adjustments_of_sale on bank_adjustments (organization_id, sale_id);
alter table bank_adjustments add primary key (organization_id, id);
select protect_tenant_table('bank_adjustments');
select limit_to_scope('bank_adjustments', 'false');

-- What a bank has confirmed is not taken back behind its line: the line is unmatched first.
create function refuse_matched_reversal() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  if exists (select from bank_matches
      where organization_id = new.organization_id and entry_id = new.reverses_id) then
    raise exception 'the entry is matched with a line of a bank statement'
      using errcode = 'restrict_violation', constraint = 'bank_matches_entry_stands';
  end if;
  return new;
end $$;
create trigger matched_stands before insert on journal_entries for each row when (new.reverses_id is not null)
  execute function refuse_matched_reversal();

-- What may be paid by a line: sales and expenses of which something is open, by every number that a payer may know.
create view bank_open_items with (security_invoker = true) as
  select sale.organization_id, 'sale' as side, sale.id, sale.number, sale.client_id as party_id, sale.sale_date as day,
    sale.next_due_date as due, sale.currency, sale.amount_due as open, paper.numbers, paper."references",
    sale.early_discounts
  from sales as sale
  cross join lateral (
    select coalesce(array_agg(document.number), '{}') as numbers,
      coalesce(array_agg(document.snapshot ->> 'payment_reference')
        filter (where document.snapshot ->> 'payment_reference' is not null), '{}') as "references"
    from documents as document
    where document.organization_id = sale.organization_id and document.sale_id = sale.id
      and document.number is not null and document.voided_at is null
      and document.type in ('invoice', 'deposit_invoice', 'proforma', 'debit_note')
  ) as paper
  where sale.status = 'confirmed' and sale.amount_due > 0
  union all
  select organization_id, 'expense', id, number, supplier_id, expense_date, due_date, currency, total - amount_paid,
    array_remove(array[supplier_invoice_number], null), '{}', early_discounts
  from expenses
  where status = 'posted' and paid_by = 'company' and kind = 'expense' and amount_paid < total;

-- Payments of clients of which something can go back, by the numbers of what they paid.
create view bank_refundable_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.number, payment.account_id, payment.client_id as party_id,
    payment.client_name, payment.payment_date as day, payment.currency, payment.amount - payment.amount_refunded as open,
    paid.numbers
  from payments as payment
  cross join lateral (
    select array[payment.number] || coalesce(array_agg(distinct named.number), '{}') as numbers
    from allocations as allocation
    join sales as sale on sale.organization_id = allocation.organization_id and sale.id = allocation.sale_id
    cross join lateral (
      select sale.number union all
      select document.number from documents as document
      where document.organization_id = sale.organization_id and document.sale_id = sale.id
        and document.number is not null and document.voided_at is null
        and document.type in ('invoice', 'deposit_invoice', 'debit_note')
    ) as named
    where allocation.organization_id = payment.organization_id and allocation.payment_id = payment.id
      and allocation.amount > 0
  ) as paid
  where payment.voided_at is null and payment.amount_refunded < payment.amount;
grant select on bank_refundable_payments to daybook_runtime;

create view bank_parties with (security_invoker = true) as
  select organization_id, id, display_name, legal_name, updated_at from clients where status = 'active';

-- Entries on the account of a bank account that stand, with what each moves there in the currency of the bank account.
create view bank_entries with (security_invoker = true) as
  select account.organization_id, account.id as bank_account_id, entry.id, entry.number, line.entry_date,
    entry.source_type, entry.source_id, entry.memo, entry.posted_at, max(line.client_id::text)::uuid as party_id,
    sum(case when line.currency = account.currency then line.currency_amount
      when account.currency = organization.base_currency then line.amount else 0 end)::bigint as amount
  from bank_accounts as account
  join organizations as organization on organization.id = account.organization_id
  join journal_lines as line on line.organization_id = account.organization_id and line.account_id = account.account_id
  join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
  where entry.kind <> 'reversal'
    and not exists (select from journal_entries as reversal
      where reversal.organization_id = entry.organization_id and reversal.reverses_id = entry.id)
  group by account.organization_id, account.id, entry.id, entry.number, line.entry_date, entry.source_type,
    entry.source_id, entry.memo, entry.posted_at;
grant select on bank_open_items, bank_parties, bank_entries to daybook_runtime;

-- Whom an account has paid for or was paid for, by what was matched. Of payments that were booked together, the line
-- names one payer alone.
create view bank_known_accounts with (security_invoker = true) as
  select distinct line.organization_id, line.counterparty_account as account, posted.client_id as party_id
  from bank_lines as line
  join bank_matches as match on match.organization_id = line.organization_id and match.line_id = line.id
  join journal_lines as posted on posted.organization_id = match.organization_id and posted.entry_id = match.entry_id
  where line.match_state = 'matched' and line.counterparty_account is not null and posted.client_id is not null
    and (line.facts ->> 'detail_count')::int <= 1;
grant select on bank_known_accounts to daybook_runtime;
