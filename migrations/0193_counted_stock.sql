-- Counts that take their time: opened with what the books have, counted line by line, submitted, and then applied.

drop trigger append_only on stock_counts;
drop trigger append_only on stock_count_lines;
grant update on stock_counts, stock_count_lines to daybook_runtime;

alter table stock_counts
  add column status text not null default 'applied' check (status in ('open', 'submitted', 'applied', 'discarded')),
  -- Whether what moved since it was opened was counted on top.
  add column rebased boolean not null default false,
  add column submitted_at timestamptz,
  add column ended_at timestamptz,
  add column version int not null default 1,
  add column updated_at timestamptz,
  add column updated_by jsonb;
-- Until now every count was applied as it was made.
update stock_counts set ended_at = created_at, updated_at = created_at, updated_by = created_by;
alter table stock_counts alter column updated_at set not null, alter column updated_by set not null,
  add constraint stock_counts_ended check ((status in ('applied', 'discarded')) = (ended_at is not null));
create index stock_counts_status on stock_counts (organization_id, status, created_at, id);

alter table stock_count_lines alter column counted drop not null, alter column on_hand drop not null,
  alter column value set default 0, add column note text check (length(note) <= 1000),
  add constraint stock_count_lines_variant_key unique (organization_id, count_id, variant_id);

-- What was applied or discarded stays as it is.
create trigger frozen before update or delete on stock_counts for each row
  when (old.status in ('applied', 'discarded')) execute function refuse_change();
create function refuse_change_of_count() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from stock_counts where organization_id = old.organization_id and id = old.count_id
      and status in ('applied', 'discarded')) then
    raise exception 'a count that was applied stays' using errcode = 'restrict_violation', constraint = 'append_only';
  end if;
  return coalesce(new, old);
end $$;
create trigger frozen before update or delete on stock_count_lines for each row
  execute function refuse_change_of_count();
