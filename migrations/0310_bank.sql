-- Through which day a bank account agrees with its statements. What is before it stays as it is.

alter table bank_accounts add column reconciled_through date;

create table bank_reconciliations (
  organization_id uuid not null,
  id uuid not null,
  bank_account_id uuid not null,
  -- The statement that it was held against.
  statement_id uuid,
  through date not null,
  -- Through which day the account agreed before.
  previous date,
  currency char(3) not null,
  statement_balance bigint not null,
  ledger_balance bigint not null,
  -- What it said in full, as it was answered then, and its hash.
  report jsonb not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  reopened_at timestamptz,
  reopened_by jsonb,
  reopen_reason text check (length(reopen_reason) between 1 and 500),
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint bank_reconciliations_account_fkey foreign key (organization_id, bank_account_id) references bank_accounts,
  constraint bank_reconciliations_statement_fkey foreign key (organization_id, statement_id) references bank_statements
    on delete set null (statement_id),
  constraint bank_reconciliations_statement_stands check (statement_id is not null or reopened_at is not null),
  constraint bank_reconciliations_reopened check (num_nulls(reopened_at, reopened_by, reopen_reason) in (0, 3)),
  constraint bank_reconciliations_forward check (previous < through)
);
create unique index bank_reconciliations_standing on bank_reconciliations (organization_id, bank_account_id, through)
  where reopened_at is null;
create index bank_reconciliations_by_day on bank_reconciliations (organization_id, through, id);
create index bank_reconciliations_by_age on bank_reconciliations (organization_id, created_at, id);
create index bank_reconciliations_of_statement on bank_reconciliations (organization_id, statement_id)
  where statement_id is not null;
alter table bank_reconciliations add primary key (organization_id, id);
select protect_tenant_table('bank_reconciliations');
select limit_to_scope('bank_reconciliations', 'false');

create function refuse_reconciliation_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was reconciled stays as it was' using errcode = 'restrict_violation',
    constraint = 'bank_reconciliations_frozen';
end $$;
create trigger frozen before update of
    bank_account_id, through, previous, currency, statement_balance, ledger_balance, report, hash, created_at,
    reopened_at
  on bank_reconciliations
  for each row
  when ((old.bank_account_id, old.through, old.previous, old.currency, old.statement_balance, old.ledger_balance,
      old.report, old.hash, old.created_at)
    is distinct from (new.bank_account_id, new.through, new.previous, new.currency, new.statement_balance,
      new.ledger_balance, new.report, new.hash, new.created_at)
    or old.reopened_at is not null and old.reopened_at is distinct from new.reopened_at)
  execute function refuse_reconciliation_change();

-- Money on a bank account that agrees with its statements is not moved in the past of them, whoever posts it. By
-- statement, since a sale posts many lines at once.
create function refuse_reconciled_lines() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  reconciled date;
begin
  select account.reconciled_through into reconciled
    from added as line
    join bank_accounts as account on account.organization_id = line.organization_id
      and account.account_id = line.account_id and account.archived_at is null
    where account.reconciled_through >= line.entry_date limit 1;
  if found then
    raise exception 'the bank account is reconciled through %', reconciled
      using errcode = 'restrict_violation', constraint = 'bank_account_reconciled',
        detail = jsonb_build_object('reconciled_through', reconciled)::text;
  end if;
  return null;
end $$;
create trigger reconciled after insert on journal_lines referencing new table as added
  for each statement execute function refuse_reconciled_lines();

-- Lines of the journal with the days on which their entries were taken back, or take another back.
create view bank_ledger_lines with (security_invoker = true) as
  select line.organization_id, line.account_id, line.entry_date, line.entry_id, line.amount, line.currency,
    line.currency_amount, entry.number, entry.memo,
    (select reversal.entry_date from journal_entries as reversal
      where reversal.organization_id = entry.organization_id and reversal.reverses_id = entry.id) as reversed_on,
    (select reversed.entry_date from journal_entries as reversed
      where reversed.organization_id = entry.organization_id and reversed.id = entry.reverses_id) as reverses_on
  from journal_lines as line
  join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id;
grant select on bank_ledger_lines to daybook_runtime;
