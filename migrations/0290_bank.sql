-- Accounts of the business at banks and at providers of payments, and what the statements of these say. A statement is
-- a witness and no book: nothing here posts, and no amount of the ledger changes because a file says so.

create table bank_accounts (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('bank', 'card', 'cash', 'provider', 'loan')),
  -- The account of the ledger that it is: its money is booked there, and the statements say what should be on it.
  account_id uuid not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  holder text check (length(holder) between 1 and 100),
  iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$'),
  -- Where there is no IBAN: the number, and the sort code, routing number or transit number of the bank.
  account_number text check (length(account_number) between 1 and 40),
  bank_code text check (length(bank_code) between 1 and 20),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  bank_name text check (length(bank_name) between 1 and 100),
  -- What was said of files that do not say it themselves, such as which column is the amount, for the next file.
  import_options jsonb,
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  primary key (organization_id, id),
  constraint bank_accounts_external_id_key unique (organization_id, external_id),
  constraint bank_accounts_account_fkey foreign key (organization_id, account_id) references accounts
);
-- Two in use on one account of the ledger could never be told apart in the books.
create unique index bank_accounts_account_key on bank_accounts (organization_id, account_id)
  where archived_at is null;
-- A file is filed under the account that it names. Some banks have one IBAN for accounts in several currencies.
create unique index bank_accounts_iban_key on bank_accounts (organization_id, iban, currency)
  where archived_at is null and iban is not null;
select protect_tenant_table('bank_accounts');

-- Each file that was brought in, with what became of its lines.
create table bank_imports (
  organization_id uuid not null references organizations,
  id uuid not null,
  filename text check (length(filename) between 1 and 255),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  lines_read int not null check (lines_read >= 0),
  lines_new int not null check (lines_new >= 0),
  lines_known int not null check (lines_known >= 0),
  lines_replaced int not null check (lines_replaced >= 0),
  lines_withdrawn int not null check (lines_withdrawn >= 0),
  lines_refused int not null check (lines_refused >= 0),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint bank_imports_counts
    check (lines_read >= lines_new + lines_known + lines_replaced + lines_withdrawn)
);
create index bank_imports_by_age on bank_imports (organization_id, created_at, id);
select protect_tenant_table('bank_imports');

create table bank_statements (
  organization_id uuid not null,
  id uuid not null,
  bank_account_id uuid not null,
  import_id uuid not null,
  -- Its place in the file.
  position int not null check (position > 0),
  format text not null check (format in
    ('camt052', 'camt053', 'camt054', 'mt940', 'mt942', 'ofx', 'qif', 'csv')),
  -- What an interim statement says of the current day, a final one replaces.
  kind text not null check (kind in ('final', 'interim')),
  -- The bank's own id and number of it.
  reference text check (length(reference) between 1 and 255),
  number text check (length(number) between 1 and 60),
  from_day date,
  to_day date not null,
  currency char(3) not null,
  opening bigint,
  closing bigint,
  -- What the closing balance is above the opening one and the booked lines; null where the file lacks one of them.
  difference bigint generated always as (closing - opening - booked) stored,
  -- What its booked lines add to the balance.
  booked bigint not null,
  line_count int not null check (line_count >= 0),
  new_count int not null check (new_count between 0 and line_count),
  -- Of all that it says. One that is there comes in once, however the file around it was made.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  constraint bank_statements_digest_key unique (organization_id, bank_account_id, digest),
  constraint bank_statements_account_fkey foreign key (organization_id, bank_account_id) references bank_accounts,
  constraint bank_statements_import_fkey foreign key (organization_id, import_id) references bank_imports
    on delete cascade,
  constraint bank_statements_in_order check (from_day <= to_day)
);
create index bank_statements_of_account on bank_statements (organization_id, bank_account_id, to_day, id);
create index bank_statements_of_import on bank_statements (organization_id, import_id);
create index bank_statements_by_day on bank_statements (organization_id, to_day, id);
create index bank_statements_by_age on bank_statements (organization_id, created_at, id);
alter table bank_statements add primary key (organization_id, id);
select protect_tenant_table('bank_statements');

create table bank_lines (
  organization_id uuid not null,
  id uuid not null,
  bank_account_id uuid not null,
  -- The file that it first came in with.
  import_id uuid not null,
  booking_date date not null,
  value_date date not null,
  -- Of cards: the day of the purchase.
  transaction_date date,
  currency char(3) not null,
  -- How many decimals the currency has, so that a filter compares amounts of different currencies as they are read.
  decimals smallint not null check (decimals between 0 and 4),
  -- In minor units; negative where money went out.
  amount bigint not null,
  -- The same with charges that are not in the amount.
  balance_change bigint not null,
  booking text not null check (booking in ('booked', 'pending', 'info')),
  -- Of an interim statement: it counts until a final one says the same.
  is_interim boolean not null,
  is_reversal boolean not null,
  counterparty_name text,
  counterparty_account text,
  counterparty_bic text,
  -- As the bank wrote it, and put together for reading.
  remittance text not null,
  text text not null,
  "references" text[] not null,
  bank_reference text,
  end_to_end_id text,
  mandate_id text,
  creditor_id text,
  customer_reference text,
  check_number text,
  batch_id text,
  return_reason text,
  running_balance bigint,
  -- Codes of the bank, charges, the amount in another currency and its rate, and the payments that it is made of. They
  -- are shown, and searched by their words alone.
  facts jsonb not null,
  -- The part of the file that it was read from, as evidence.
  raw text not null,
  -- By what it is known again in another file.
  key_reference text,
  key_place text,
  key_content text not null,
  key_words text not null,
  -- It is open until another line takes its place, or the bank takes it back.
  state text not null default 'open' check (state in ('open', 'replaced', 'withdrawn')),
  replaced_by_id uuid,
  -- The import that ended it, so that taking that back opens it again.
  ended_by_import_id uuid,
  -- Of the line and of the payments that the statement says it is made of.
  words tsvector not null,
  -- Of the payments that a notification says it is made of, as long as that explains it.
  explained_words tsvector not null default '',
  -- A column and no expression: behind row security an index serves functions alone that are known to tell nothing, and
  -- `||` is none. By an index of the expression all 10,000 lines were read, in 25 ms; by that of the column only those
  -- found, in 5. It takes 36 bytes a line.
  found_by tsvector generated always as (words || explained_words) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint bank_lines_account_fkey foreign key (organization_id, bank_account_id) references bank_accounts,
  constraint bank_lines_import_fkey foreign key (organization_id, import_id) references bank_imports,
  constraint bank_lines_ended_by_fkey foreign key (organization_id, ended_by_import_id) references bank_imports,
  constraint bank_lines_state check ((state = 'replaced') = (replaced_by_id is not null)
    and (state = 'open') = (ended_by_import_id is null) and replaced_by_id <> id)
);
create index bank_lines_of_account on bank_lines (organization_id, bank_account_id, booking_date, id);
create index bank_lines_by_reference on bank_lines (organization_id, bank_account_id, key_reference)
  where key_reference is not null;
create index bank_lines_by_day on bank_lines (organization_id, booking_date, id);
create index bank_lines_by_value_day on bank_lines (organization_id, value_date, id);
-- With the id, as the others: an index of equal keys is so small that it would be read for every foreign key.
create index bank_lines_of_import on bank_lines (organization_id, import_id, id);
create index bank_lines_ended_by on bank_lines (organization_id, ended_by_import_id)
  where ended_by_import_id is not null;
create index bank_lines_replaced_by on bank_lines (organization_id, replaced_by_id) where replaced_by_id is not null;
-- One index over both, so that a line is found by a word of its own and one of a payment together.
create index bank_lines_words on bank_lines using gin (organization_id, found_by);
-- Last, so that foreign keys are looked up by it while the table is small and every index costs the same: by another
-- one, 10,000 lines took 18 seconds instead of 4.
alter table bank_lines add primary key (organization_id, id);
alter table bank_lines add constraint bank_lines_replaced_by_fkey
  foreign key (organization_id, replaced_by_id) references bank_lines;
select protect_tenant_table('bank_lines');

-- What the bank said stays as it was said. Only what became of a line changes.
create function refuse_bank_line_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of statements stay as the bank wrote them'
    using errcode = 'restrict_violation', constraint = 'bank_lines_frozen';
end $$;

create trigger frozen before update of
    bank_account_id, import_id, booking_date, value_date, amount, balance_change, currency, booking, is_interim,
    remittance, text, raw, key_content
  on bank_lines
  for each row
  when ((old.bank_account_id, old.import_id, old.booking_date, old.value_date, old.amount, old.balance_change,
      old.currency, old.booking, old.is_interim, old.remittance, old.text, old.raw, old.key_content)
    is distinct from (new.bank_account_id, new.import_id, new.booking_date, new.value_date, new.amount,
      new.balance_change, new.currency, new.booking, new.is_interim, new.remittance, new.text, new.raw,
      new.key_content))
  execute function refuse_bank_line_change();

create trigger frozen before update on bank_statements for each row execute function refuse_bank_line_change();

-- Which lines a statement names: files overlap, so that a line may be in several.
create table bank_statement_lines (
  organization_id uuid not null,
  statement_id uuid not null,
  position int not null check (position > 0),
  line_id uuid not null,
  -- What this statement says of it: whether it is in the balance.
  booked boolean not null,
  primary key (organization_id, statement_id, position),
  constraint bank_statement_lines_statement_fkey foreign key (organization_id, statement_id) references bank_statements
    on delete cascade,
  constraint bank_statement_lines_line_fkey foreign key (organization_id, line_id) references bank_lines
);
create index bank_statement_lines_of_line on bank_statement_lines (organization_id, line_id);
select protect_tenant_table('bank_statement_lines');

-- Details of booked batches that a bank sends apart from its statements (camt.054), before or after them. They are no
-- money of their own: each explains one line at most, and waits where that is in no statement yet.
create table bank_explanations (
  organization_id uuid not null,
  id uuid not null,
  bank_account_id uuid not null,
  import_id uuid not null,
  booking_date date not null,
  currency char(3) not null,
  -- In minor units; negative where money went out.
  amount bigint not null,
  -- By what the line is found: the bank's own id, that of the batch, and that of the owner of the account.
  bank_reference text,
  batch_id text,
  customer_reference text,
  -- Digest of all that it says, and how many of the same its notification has before it. One that is there comes in
  -- once.
  key text not null,
  -- How many payments, whether they come to the amount, and the payments, as lines have them.
  facts jsonb not null,
  -- Of the payments.
  words tsvector not null,
  -- The payments do not come to the amount: they are shown, and nothing is matched by them.
  is_note boolean not null,
  line_id uuid,
  -- False where the statement has these payments itself.
  adds_details boolean not null default false,
  created_at timestamptz not null,
  constraint bank_explanations_key unique (organization_id, bank_account_id, key),
  constraint bank_explanations_account_fkey foreign key (organization_id, bank_account_id) references bank_accounts,
  constraint bank_explanations_import_fkey foreign key (organization_id, import_id) references bank_imports
    on delete cascade,
  constraint bank_explanations_line_fkey foreign key (organization_id, line_id) references bank_lines,
  constraint bank_explanations_add_to_a_line check (line_id is not null or not adds_details)
);
create unique index bank_explanations_of_line on bank_explanations (organization_id, line_id)
  where line_id is not null;
create index bank_explanations_waiting on bank_explanations (organization_id, bank_account_id, booking_date, id)
  where line_id is null;
create index bank_explanations_of_import on bank_explanations (organization_id, import_id, id);
alter table bank_explanations add primary key (organization_id, id);
select protect_tenant_table('bank_explanations');

-- Statements of an account that do not follow from each other: something between them is missing. Statements that
-- share lines overlap, and say nothing of what is between them.
create function bank_statement_gaps(organization uuid)
returns table (bank_account_id uuid, after_id uuid, before_id uuid, currency char(3), difference bigint)
language sql stable parallel safe
begin atomic
  with ordered as (
    select s.bank_account_id, s.id, s.currency, s.opening,
      lag(s.id) over in_order as previous_id, lag(s.closing) over in_order as previous_closing
    from bank_statements as s
    where s.organization_id = organization and s.kind = 'final'
      and s.opening is not null and s.closing is not null
    window in_order as (partition by s.bank_account_id order by s.to_day, s.import_id, s.position)
  )
  select o.bank_account_id, o.previous_id, o.id, o.currency, o.opening - o.previous_closing
  from ordered as o
  where o.previous_id is not null and o.opening <> o.previous_closing
    and not exists (select from bank_statement_lines as mine
      join bank_statement_lines as theirs on theirs.organization_id = mine.organization_id
        and theirs.line_id = mine.line_id and theirs.statement_id = o.previous_id
      where mine.organization_id = organization and mine.statement_id = o.id);
end;
