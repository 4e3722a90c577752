-- Locks: up to which day the books are closed, and for what; and exceptions, which open some of those days again for a
-- while. An entry into a closed day is refused here, whoever asks and by whichever path.

-- One row for each organisation, so that an entry reads one row to be let in.
create table period_locks (
  organization_id uuid primary key references organizations,
  soft date,
  sales date,
  purchases date,
  tax date,
  hard date,
  -- Whatever is later is open to everything.
  latest date generated always as (greatest(soft, sales, purchases, tax, hard)) stored,
  -- Entries keep which version let them in, so that one can tell afterwards whether they should have been.
  version int not null default 1,
  reason text check (length(reason) <= 500),
  updated_at timestamptz not null,
  updated_by jsonb not null
);
alter table organizations no force row level security;
insert into period_locks (organization_id, updated_at, updated_by)
  select id, created_at, '{"type": "system", "id": null, "name": "Daybook"}' from organizations;
alter table organizations force row level security;
select protect_tenant_table('period_locks');
revoke delete on period_locks from daybook_runtime;

-- Every move of a lock, written by the move itself.
create table period_lock_changes (
  organization_id uuid not null references organizations,
  lock text not null check (lock in ('soft', 'sales', 'purchases', 'tax', 'hard')),
  version int not null,
  -- Null where it was lifted.
  through date,
  reason text,
  changed_at timestamptz not null,
  changed_by jsonb not null,
  primary key (organization_id, lock, version)
);
select protect_tenant_table('period_lock_changes');
select protect_append_only('period_lock_changes');
revoke insert on period_lock_changes from daybook_runtime;

create function keep_lock_changes() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.hard is not null and (new.hard is null or new.hard < old.hard) then
    raise exception 'a hard lock only moves forward' using errcode = 'restrict_violation', constraint = 'hard_lock_stays';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'locks are versioned' using errcode = 'check_violation', constraint = 'period_locks_version';
  end if;
  insert into period_lock_changes (organization_id, lock, version, through, reason, changed_at, changed_by)
    select new.organization_id, moved.lock, new.version, moved.through, new.reason, new.updated_at, new.updated_by
    from (values ('soft', old.soft, new.soft), ('sales', old.sales, new.sales),
      ('purchases', old.purchases, new.purchases), ('tax', old.tax, new.tax), ('hard', old.hard, new.hard)
    ) as moved (lock, before, through)
    where moved.before is distinct from moved.through;
  return null;
end $$;
create trigger keep_changes after update on period_locks for each row execute function keep_lock_changes();

-- Opens days under a lock to one member or to everyone, until it expires or is revoked. Nothing opens a hard lock.
create table lock_exceptions (
  organization_id uuid not null references organizations,
  id uuid not null,
  lock text not null check (lock in ('soft', 'sales', 'purchases', 'tax')),
  opens_from date not null,
  -- Null: all days from there on, as if the lock ended the day before.
  opens_to date,
  member_id uuid,
  reason text not null check (length(reason) between 1 and 500),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by jsonb,
  version int not null default 1,
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint lock_exceptions_days check (opens_to >= opens_from),
  constraint lock_exceptions_expiry check (expires_at > created_at),
  constraint lock_exceptions_revocation check ((revoked_at is null) = (revoked_by is null)),
  constraint lock_exceptions_member_fkey foreign key (organization_id, member_id) references members
);
create index lock_exceptions_by_expiry on lock_exceptions (organization_id, expires_at, id);
alter table lock_exceptions add primary key (organization_id, id);
select protect_tenant_table('lock_exceptions');
revoke delete on lock_exceptions from daybook_runtime;

create function refuse_exception_change() returns trigger language plpgsql as $$
begin
  raise exception 'an exception is only ever revoked' using errcode = 'restrict_violation', constraint = 'lock_exceptions_frozen';
end $$;
create trigger frozen before update on lock_exceptions for each row
  when (old.revoked_at is not null or new.revoked_at is null
    or (old.lock, old.opens_from, old.opens_to, old.member_id, old.reason, old.expires_at, old.created_at, old.created_by)
      is distinct from
      (new.lock, new.opens_from, new.opens_to, new.member_id, new.reason, new.expires_at, new.created_at, new.created_by))
  execute function refuse_exception_change();

-- Which lock closes what, by the kind of record that an entry comes from. Soft and hard close everything; a payment of
-- an expense is money, as one of a sale is, and money moves when it moves; the tax lock closes what the tax return of
-- its days was made from, which is payments too where tax falls due with them.
create function lock_closes(lock text, kind text, event text, tax_basis text) returns boolean
immutable parallel safe language sql
return case lock
  when 'sales' then kind = 'sale'
  when 'purchases' then kind = 'expense' and coalesce(event, '') not in ('expense.paid', 'expense.payment_voided')
  when 'tax' then kind = 'sale'
    or kind = 'expense' and (coalesce(event, '') not in ('expense.paid', 'expense.payment_voided') or tax_basis = 'payment')
    or kind = 'payment' and tax_basis = 'payment'
  else true
end;
grant execute on function lock_closes to daybook_runtime;

-- The locks that close days to entries from such a record, with the last day of each.
create function locks_closing(organization uuid, kind text, event text) returns table (name text, through date)
stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select lock.name, lock.through
  from period_locks as locks
  join organizations on organizations.id = locks.organization_id
  cross join lateral (values (1, 'hard', locks.hard), (2, 'soft', locks.soft), (3, 'tax', locks.tax),
    (4, 'sales', locks.sales), (5, 'purchases', locks.purchases)) as lock (place, name, through)
  where locks.organization_id = organization and lock.through is not null
    and lock_closes(lock.name, kind, event, organizations.tax_basis)
  order by lock.place;
end;
grant execute on function locks_closing to daybook_runtime;

-- The exceptions that stand at a moment for the current user.
create function standing_exceptions(organization uuid, at timestamptz) returns setof lock_exceptions
stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select * from lock_exceptions as exception
  where exception.organization_id = organization and exception.expires_at > at and exception.revoked_at is null
    and (exception.member_id is null or exists (select from members
      where members.organization_id = organization and members.id = exception.member_id
        and members.user_id = current_user_id()))
  order by exception.id;
end;
grant execute on function standing_exceptions to daybook_runtime;

-- The exceptions by which the current user may enter something into a day, one for each lock that closes it; refuses
-- where there is none, and says from which day on nothing is closed.
create function exceptions_into(organization uuid, kind text, event text, day date, at timestamptz) returns uuid[]
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  closing record;
  exception_id uuid;
  used uuid[] := '{}';
begin
  for closing in
    select name, through, max(through) over () + 1 as open_from from locks_closing(organization, kind, event)
  loop
    continue when day > closing.through;
    select id into exception_id from standing_exceptions(organization, at)
      where lock = closing.name and day >= opens_from and (opens_to is null or day <= opens_to) limit 1;
    if not found then
      raise exception 'the books of % are closed', day using errcode = 'check_violation', constraint = 'period_locked',
        detail = json_build_object('lock', closing.name, 'through', closing.through, 'open_from', closing.open_from);
    end if;
    used := used || exception_id;
  end loop;
  return used;
end $$;

create table lock_exception_entries (
  organization_id uuid not null,
  exception_id uuid not null,
  entry_id uuid not null,
  primary key (organization_id, exception_id, entry_id),
  constraint lock_exception_entries_exception_fkey foreign key (organization_id, exception_id) references lock_exceptions,
  -- Checked at commit: an entry is let in before it is there.
  constraint lock_exception_entries_entry_fkey foreign key (organization_id, entry_id) references journal_entries
    deferrable initially deferred
);
create index lock_exception_entries_entry on lock_exception_entries (organization_id, entry_id);
select protect_tenant_table('lock_exception_entries');
select protect_append_only('lock_exception_entries');
revoke insert on lock_exception_entries from daybook_runtime;

-- Without a default: no entry comes in that no lock has looked at.
alter table journal_entries add column locks_version int not null default 1;
alter table journal_entries alter column locks_version drop default;

-- Runs when the number of the entry has been taken, so the counter is held until the commit: whoever moves a lock holds
-- it too (see hold_postings), and this reads what they left, since each statement of a function sees what is there when
-- it begins.
create function refuse_locked_entry() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  closed_through date;
begin
  select version, latest into strict new.locks_version, closed_through
    from period_locks where organization_id = new.organization_id;
  if new.entry_date <= closed_through then
    insert into lock_exception_entries (organization_id, exception_id, entry_id)
      select new.organization_id, exception_id, new.id
      from unnest(exceptions_into(new.organization_id, new.source_type, new.source_event, new.entry_date,
        new.posted_at)) as exception_id;
  end if;
  return new;
end $$;
create trigger refuse_locked before insert on journal_entries for each row execute function refuse_locked_entry();

-- Waits for the entries that are being posted, and lets none begin until the commit: both sides take the counters of
-- the journal, and a counter that is not there yet refers to its series when it is made.
create function hold_postings(organization uuid) returns void language plpgsql as $$
begin
  perform from numbering_series where organization_id = organization and record_type = 'journal_entry' for update;
  perform from numbering_counters where organization_id = organization and record_type = 'journal_entry'
    order by period for update;
end $$;
grant execute on function hold_postings to daybook_runtime;

-- What is worth nothing has no entry, and still changes what was sold and what lay in stock on its day; so does what
-- only moves from one place to another. It takes no number either, so it holds on to the locks themselves.
create function refuse_locked_day(organization uuid, kind text, day date, at timestamptz) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  closed_through date;
begin
  select latest into strict closed_through from period_locks where organization_id = organization for share;
  if day <= closed_through then
    perform exceptions_into(organization, kind, null, day, at);
  end if;
end $$;
grant execute on function refuse_locked_day to daybook_runtime;

create function refuse_locked_sale() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_locked_day(new.organization_id, 'sale', coalesce(new.voided_on, new.sale_date), new.updated_at);
  return new;
end $$;
create trigger refuse_locked_insert before insert on sales for each row
  when (new.total = 0 and new.confirmed_at is not null) execute function refuse_locked_sale();
create trigger refuse_locked_update before update of confirmed_at, voided_at on sales for each row
  when (new.total = 0 and (old.confirmed_at, old.voided_at) is distinct from (new.confirmed_at, new.voided_at))
  execute function refuse_locked_sale();

create function refuse_locked_movement() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_locked_day(new.organization_id, coalesce(new.source_type, 'movement'), new.effective_date,
    new.occurred_at);
  return new;
end $$;
create trigger refuse_locked before insert on stock_movements for each row
  when (new.total_cost = 0 or new.type like 'transfer%') execute function refuse_locked_movement();
