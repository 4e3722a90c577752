-- Payments of bills that are planned for a day, and the files by which a bank is asked for them. The service moves no
-- money: a bank does, whoever sends it the file, and it is recorded once somebody says so or the statement does.

-- Where suppliers are paid to, every change of it: whoever pays sees what changed, when and by whom. The last one counts.
create table supplier_bank_accounts (
  organization_id uuid not null references organizations,
  id uuid not null,
  supplier_id uuid not null,
  holder text check (length(holder) between 1 and 100),
  -- Null where the supplier has none any more.
  iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$'),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  -- When somebody who may pay last confirmed it, or had money sent there.
  known_at timestamptz,
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint supplier_bank_accounts_supplier_fkey foreign key (organization_id, supplier_id) references clients
);
create index supplier_bank_accounts_of_supplier on supplier_bank_accounts (organization_id, supplier_id, id);
alter table supplier_bank_accounts add primary key (organization_id, id);
select protect_tenant_table('supplier_bank_accounts');
select limit_to_scope('supplier_bank_accounts', 'false');
revoke delete on supplier_bank_accounts from daybook_runtime;
create trigger aa_supplier_id_survivor before insert or update of supplier_id on supplier_bank_accounts for each row
  when (new.supplier_id is not null and not moves_client()) execute function refer_to_survivor('supplier_id');
create trigger frozen before update of
    supplier_id, holder, iban, bic, created_at, created_by
  on supplier_bank_accounts
  for each row
  when (not moves_client() and (old.supplier_id, old.holder, old.iban, old.bic, old.created_at, old.created_by)
    is distinct from (new.supplier_id, new.holder, new.iban, new.bic, new.created_at, new.created_by))
  execute function refuse_change();

-- An erased person has no bank account here.
create function forget_bank_accounts() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from supplier_bank_accounts where organization_id = new.organization_id and supplier_id = new.id;
  return null;
end $$;
create trigger forget_bank_accounts after update of erased_at on clients for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_bank_accounts();

-- The last one of each supplier, and whether it is the one that money went to before: whoever plans payments may change
-- it, and plan them again, and that makes it no better known to whoever pays.
create view current_supplier_accounts with (security_invoker = true) as
  select supplier.organization_id, supplier.id as supplier_id, own.id, own.holder, own.iban, own.bic, own.created_at,
    own.created_by, known.iban as known_iban,
    case when own.iban = known.iban then 'known'
      when known.iban is null and not exists (select from supplier_bank_accounts as other
        where other.organization_id = supplier.organization_id and other.supplier_id = supplier.id
          and other.iban <> own.iban) then 'first'
      else 'changed' end as standing
  from clients as supplier
  cross join lateral (select account.* from supplier_bank_accounts as account
    where account.organization_id = supplier.organization_id and account.supplier_id = supplier.id
    order by account.id desc limit 1) as own
  left join lateral (select account.iban from supplier_bank_accounts as account
    where account.organization_id = supplier.organization_id and account.supplier_id = supplier.id
      and account.known_at is not null
    order by account.known_at desc, account.id desc limit 1) as known on true;
grant select on current_supplier_accounts to daybook_runtime;

-- Bills of suppliers, as far as planning their payments has to know them.
create view payable_bills with (security_invoker = true) as
  select organization_id, id, number, supplier_id, payee_name, supplier_invoice_number, status, expense_date, due_date,
    currency, total - amount_paid as due, early_discounts
  from expenses where kind = 'expense' and paid_by = 'company' and posted_at is not null;
grant select on payable_bills to daybook_runtime;

create table payment_files (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- By which the bank knows the file.
  number text collate "C" not null check (length(number) between 1 and 35),
  bank_account_id uuid not null,
  format text not null check (format in ('pain.001.001.09', 'pain.001.001.03')),
  batch_booking boolean not null,
  status text not null default 'created' check (status in ('created', 'executed', 'cancelled')),
  first_day date not null,
  last_day date not null,
  payment_count int not null check (payment_count > 0),
  -- In cents, as the file says it.
  total bigint not null check (total > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  ended_at timestamptz,
  ended_by jsonb,
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint payment_files_number_key unique (organization_id, number),
  constraint payment_files_account_fkey foreign key (organization_id, bank_account_id) references bank_accounts,
  constraint payment_files_days check (first_day <= last_day),
  constraint payment_files_ended check ((status = 'created') = (ended_at is null)
    and (ended_at is null) = (ended_by is null))
);
alter table payment_files alter column content set storage external;
create index payment_files_by_age on payment_files (organization_id, created_at, id);
create index payment_files_by_day on payment_files (organization_id, first_day, id);
create index payment_files_of_account on payment_files (organization_id, bank_account_id, id);
alter table payment_files add primary key (organization_id, id);
select protect_tenant_table('payment_files');
select limit_to_scope('payment_files', 'false');
-- Somebody may have sent it to the bank, so that it stays as it was made.
create function refuse_payment_file_change() returns trigger language plpgsql as $$
begin
  raise exception 'a payment file stays as it was made' using errcode = 'restrict_violation',
    constraint = 'payment_files_frozen';
end $$;
create trigger frozen before update of
    number, bank_account_id, format, batch_booking, first_day, last_day, payment_count, total, sha256, content,
    created_at
  on payment_files
  for each row
  when ((old.number, old.bank_account_id, old.format, old.batch_booking, old.first_day, old.last_day,
      old.payment_count, old.total, old.sha256, old.content, old.created_at)
    is distinct from (new.number, new.bank_account_id, new.format, new.batch_booking, new.first_day, new.last_day,
      new.payment_count, new.total, new.sha256, new.content, new.created_at)
    or old.status = 'cancelled')
  execute function refuse_payment_file_change();

create table scheduled_payments (
  organization_id uuid not null references organizations,
  id uuid not null,
  expense_id uuid not null,
  bank_account_id uuid not null,
  -- How the day was chosen, and the day.
  timing text not null check (timing in ('day', 'due_date', 'discount')),
  pay_on date not null,
  -- So much of the bill, in minor units of its currency; null for all that is open on the day.
  amount bigint check (amount > 0),
  takes_discount boolean not null,
  execution text not null check (execution in ('file', 'manual', 'automatic')),
  note text check (length(note) between 1 and 500),
  status text not null default 'planned'
    check (status in ('planned', 'in_file', 'paid', 'cancelled', 'ended', 'returned')),
  -- Why it ended by itself.
  ended_because text check (ended_because in ('bill_paid', 'bill_voided')),
  -- By which the statement of the bank leads back to it.
  end_to_end_id text collate "C" not null check (length(end_to_end_id) between 1 and 35),
  -- The account of the supplier that whoever planned it saw, or that somebody confirmed since.
  iban text,
  iban_confirmed_at timestamptz,
  iban_confirmed_by jsonb,
  payment_file_id uuid,
  -- As it was sent or recorded.
  fixed_amount bigint check (fixed_amount > 0),
  fixed_discount bigint check (fixed_discount >= 0),
  supplier_payment_id uuid,
  paid_on date,
  returned_on date,
  return_reason text check (length(return_reason) between 1 and 500),
  -- The day on which people were told that it waits to be sent.
  reminded_on date,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint scheduled_payments_expense_fkey foreign key (organization_id, expense_id) references expenses,
  constraint scheduled_payments_account_fkey foreign key (organization_id, bank_account_id) references bank_accounts,
  constraint scheduled_payments_file_fkey foreign key (organization_id, payment_file_id) references payment_files,
  constraint scheduled_payments_payment_fkey foreign key (organization_id, supplier_payment_id)
    references supplier_payments,
  constraint scheduled_payments_end_to_end_key unique (organization_id, end_to_end_id),
  constraint scheduled_payments_file check ((status = 'in_file') <= (payment_file_id is not null)),
  constraint scheduled_payments_fixed check ((status in ('in_file', 'paid')) <= (fixed_amount is not null)
    and (fixed_amount is null) = (fixed_discount is null)),
  constraint scheduled_payments_paid check ((status = 'paid') <= (paid_on is not null)),
  constraint scheduled_payments_returned check ((status = 'returned') = (returned_on is not null)),
  constraint scheduled_payments_ended check ((status = 'ended') = (ended_because is not null)),
  constraint scheduled_payments_confirmed check ((iban_confirmed_at is null) = (iban_confirmed_by is null))
);
create index scheduled_payments_by_day on scheduled_payments (organization_id, pay_on, id);
create index scheduled_payments_by_age on scheduled_payments (organization_id, created_at, id);
create index scheduled_payments_of_expense on scheduled_payments (organization_id, expense_id, id);
create index scheduled_payments_of_account on scheduled_payments (organization_id, bank_account_id, pay_on)
  where status in ('planned', 'in_file');
create index scheduled_payments_waiting on scheduled_payments (organization_id, pay_on, id) where status = 'planned';
create index scheduled_payments_paid on scheduled_payments (organization_id, bank_account_id, paid_on)
  where status = 'paid';
create index scheduled_payments_of_file on scheduled_payments (organization_id, payment_file_id, id)
  where payment_file_id is not null;
create index scheduled_payments_of_payment on scheduled_payments (organization_id, supplier_payment_id)
  where supplier_payment_id is not null;
-- All that is open of a bill is planned once.
create unique index scheduled_payments_whole_key on scheduled_payments (organization_id, expense_id)
  where amount is null and status in ('planned', 'in_file');
alter table scheduled_payments add primary key (organization_id, id);
select protect_tenant_table('scheduled_payments');
select limit_to_scope('scheduled_payments', 'false');

-- What a file asks the bank for, as the file says it.
create table payment_file_items (
  organization_id uuid not null,
  payment_file_id uuid not null,
  position int not null check (position > 0),
  scheduled_payment_id uuid not null,
  day date not null,
  -- Of the transfers that the bank carries out on one day.
  batch_id text collate "C" not null check (length(batch_id) between 1 and 35),
  amount bigint not null check (amount > 0),
  early_discount bigint not null check (early_discount >= 0),
  creditor text not null check (length(creditor) between 1 and 255),
  iban text not null,
  bic text,
  remittance text not null check (length(remittance) <= 140),
  is_cancelled boolean not null default false,
  primary key (organization_id, payment_file_id, position),
  constraint payment_file_items_file_fkey foreign key (organization_id, payment_file_id) references payment_files,
  constraint payment_file_items_payment_fkey foreign key (organization_id, scheduled_payment_id)
    references scheduled_payments
);
-- No payment is in two files, unless the first was cancelled.
create unique index payment_file_items_once on payment_file_items (organization_id, scheduled_payment_id)
  where not is_cancelled;
select protect_tenant_table('payment_file_items');
select limit_to_scope('payment_file_items', 'false');

-- However a bill comes to be paid or void: what was planned for it and not sent yet ends with it.
create function end_scheduled_payments() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  update scheduled_payments set status = 'ended', version = version + 1,
      ended_because = case when new.status = 'voided' then 'bill_voided' else 'bill_paid' end,
      updated_at = new.updated_at, updated_by = new.updated_by
    where organization_id = new.organization_id and expense_id = new.id and status = 'planned';
  return null;
end $$;
create trigger end_scheduled_payments after update of status, amount_paid on expenses for each row
  when (new.posted_at is not null and (new.status = 'voided' and old.status <> 'voided'
    or new.amount_paid = new.total and old.amount_paid < old.total))
  execute function end_scheduled_payments();

-- Who takes back the record of a payment says that it was not made: it waits again, in its file, which is then not
-- carried out yet, or without one. Nothing records it by itself any more, and it does not come back where the bill is
-- planned anew meanwhile.
create function reopen_scheduled_payment() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  with reopened as (
    update scheduled_payments as plan set version = plan.version + 1, supplier_payment_id = null, paid_on = null,
        status = case when back.is_planned_anew then 'cancelled' when back.file_id is null then 'planned'
          else 'in_file' end,
        execution = case when plan.execution = 'automatic' then 'manual' else plan.execution end,
        payment_file_id = back.file_id,
        fixed_amount = case when back.file_id is not null then plan.fixed_amount end,
        fixed_discount = case when back.file_id is not null then plan.fixed_discount end,
        updated_at = new.updated_at, updated_by = new.updated_by
      from (select own.id, file.id as file_id, exists (select from scheduled_payments as other
            where other.organization_id = own.organization_id and other.expense_id = own.expense_id
              and other.status in ('planned', 'in_file') and (other.amount is null or own.amount is null)
          ) as is_planned_anew
        from scheduled_payments as own
        left join payment_files as file on file.organization_id = own.organization_id
          and file.id = own.payment_file_id and file.status <> 'cancelled'
        where own.organization_id = new.organization_id and own.supplier_payment_id = new.id
          and own.status = 'paid') as back
      where plan.organization_id = new.organization_id and plan.id = back.id
      returning plan.payment_file_id, plan.status)
  update payment_files as file set status = 'created', ended_at = null, ended_by = null, version = file.version + 1,
      updated_at = new.updated_at, updated_by = new.updated_by
    where file.organization_id = new.organization_id and file.status = 'executed'
      and file.id in (select payment_file_id from reopened where status = 'in_file');
  return null;
end $$;
create trigger reopen_scheduled_payment after update of voided_at on supplier_payments for each row
  when (old.voided_at is null and new.voided_at is not null) execute function reopen_scheduled_payment();

-- Entries of the money that planned payments moved, by the payment that they were recorded as.
create view scheduled_payment_entries with (security_invoker = true) as
  select plan.organization_id, plan.supplier_payment_id, part.entry_id
  from scheduled_payments as plan
  join expense_payments as part on part.organization_id = plan.organization_id
    and part.supplier_payment_id = plan.supplier_payment_id and part.discount_of is null and part.reversed_on is null
  where plan.status = 'paid' and part.entry_id is not null;
grant select on scheduled_payment_entries to daybook_runtime;

create view scheduled_payment_standing with (security_invoker = true) as
  select organization_id, id from supplier_payments where voided_at is null;
grant select on scheduled_payment_standing to daybook_runtime;
