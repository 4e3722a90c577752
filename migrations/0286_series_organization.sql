-- Numbering series as a resource: how numbers look and begin again may be changed, and the next one raised, never lowered.

alter table numbering_series add column id uuid not null default gen_random_uuid();
create unique index numbering_series_id_key on numbering_series (organization_id, id);

-- What was changed of a series, so that a gap that nobody meant is told apart from numbers that were left out, and from
-- those that look otherwise.
create table numbering_changes (
  organization_id uuid not null,
  record_type text not null,
  -- Of the series, once it was changed.
  version int not null,
  period text not null,
  -- What would have come next, and what does.
  from_number bigint not null check (from_number > 0),
  to_number bigint not null,
  -- What the numbers of the period begin with from here on.
  prefix text not null,
  changed_at timestamptz not null,
  changed_by jsonb not null,
  constraint numbering_changes_upwards check (to_number >= from_number),
  constraint numbering_changes_series_fkey foreign key (organization_id, record_type) references numbering_series,
  primary key (organization_id, record_type, version)
);
select protect_tenant_table('numbering_changes');
select protect_append_only('numbering_changes');

-- How many numbers of a series were left out on purpose.
create function numbers_left_out(organization uuid, kind text) returns bigint language sql stable
  return (select coalesce(sum(to_number - from_number), 0)::bigint from numbering_changes
    where organization_id = organization and record_type = kind);
grant execute on function numbers_left_out(uuid, text) to daybook_runtime;

-- The same for a part of it that counts by itself, between two numbers.
create function numbers_left_out(organization uuid, kind text, part text, above bigint, below bigint)
returns bigint language sql stable
  return (select coalesce(sum(to_number - from_number), 0)::bigint from numbering_changes
    where organization_id = organization and record_type = kind and period = part
      and from_number > above and to_number <= below);
grant execute on function numbers_left_out(uuid, text, text, bigint, bigint) to daybook_runtime;

-- How many are rightly missing among numbers that begin alike: left out, or given to others that began otherwise.
create function numbers_missing_from(organization uuid, kind text, begins text, first bigint, last bigint)
returns bigint language sql stable
  return (
    with changes as (
      select period, version, from_number, to_number, prefix,
        lead(from_number, 1, last + 1) over (partition by period order by version) as next_change
      from numbering_changes where organization_id = organization and record_type = kind
    )
    select coalesce(sum(case when prefix = begins then to_number - from_number
        else least(next_change, last + 1) - from_number end), 0)::bigint
    from changes where from_number > first and from_number <= last
      and period in (select period from changes where prefix = begins));
grant execute on function numbers_missing_from to daybook_runtime;
