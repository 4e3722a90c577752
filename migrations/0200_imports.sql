-- Files that are brought in, row by row, by the operations that anybody could have called.

create table imports (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (kind in ('accounts', 'clients', 'product_categories', 'products', 'price_lists', 'sales',
    'bills', 'payments', 'bill_payments', 'opening_balances', 'journal', 'exchange_rates')),
  -- A trial runs every row as a preview and keeps nothing but what is wrong.
  is_trial boolean not null,
  filename text check (length(filename) between 1 and 255),
  -- Which column of the file each field is read from, and what a field is where no column says.
  mapping jsonb not null,
  defaults jsonb not null,
  -- Of sales: whether their goods leave the stock.
  stock text check (stock in ('issue', 'none')),
  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  -- Records, each of one row or, of sales, of the rows that name the same sale.
  total int not null check (total >= 0),
  done int not null default 0,
  created int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  -- Why it ended before its end.
  problem text check (length(problem) <= 1000),
  -- Whose rights it has: those of the member at the time, as far as the credential went that asked.
  member_id uuid not null,
  user_id uuid not null,
  permissions text[] not null,
  started_at timestamptz,
  finished_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  -- What it made of its file: how each column is written, which columns it does not read, and how far the sums that the
  -- file states agree with its rows.
  formats jsonb not null default '{}',
  ignored jsonb not null default '[]',
  totals jsonb,
  -- How it was read, and the rows at its end that state sums of the others and are not brought in.
  reading jsonb,
  footers jsonb not null default '[]',
  -- By currency what its invoices, bills or payments come to in the file, and what of that is in the books.
  sums jsonb not null default '{}',
  primary key (organization_id, id),
  constraint imports_member_fkey foreign key (organization_id, member_id) references members,
  constraint imports_counts check (done = created + skipped + failed and done <= total)
);
create index imports_by_age on imports (organization_id, created_at, id);
select protect_tenant_table('imports');

-- The files of an import, apart from it so that lists stay light. `heads` has one row for each sale, where the rows of
-- the lines do not say it all.
create table import_files (
  organization_id uuid not null,
  import_id uuid not null,
  part text not null check (part in ('rows', 'heads')),
  content text not null,
  primary key (organization_id, import_id, part),
  constraint import_files_import_fkey foreign key (organization_id, import_id) references imports on delete cascade
);
select protect_tenant_table('import_files');

-- What was wrong with a row: the line of the file that it begins on, and what to write instead.
create table import_faults (
  organization_id uuid not null,
  import_id uuid not null,
  record int not null check (record >= 0),
  line int not null check (line > 0),
  field text,
  code text not null,
  message text not null,
  primary key (organization_id, import_id, record),
  constraint import_faults_import_fkey foreign key (organization_id, import_id) references imports on delete cascade
);
select protect_tenant_table('import_faults');
