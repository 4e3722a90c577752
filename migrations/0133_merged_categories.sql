-- Categories that turn out to be one: what was filed in the one is filed in the other from then on, posted or not. No
-- amount and no account changes with it.
alter table expense_categories
  add column merged_into_id uuid,
  add constraint expense_categories_merged_fkey foreign key (organization_id, merged_into_id)
    references expense_categories,
  add constraint expense_categories_merged check (merged_into_id is null
    or (archived_at is not null and merged_into_id <> id));
create index expense_categories_merged_into on expense_categories (organization_id, merged_into_id)
  where merged_into_id is not null;
create index recurring_expenses_template on recurring_expenses using gin (template jsonb_path_ops);

-- Of a line of a posted expense nothing changes but its category, and that only to the one that its own became.
create function refuse_posted_line_changes() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
      select from was
      join expenses on expenses.organization_id = was.organization_id and expenses.id = was.expense_id
      left join became on became.organization_id = was.organization_id and became.expense_id = was.expense_id
        and became.id = was.id
      where expenses.posted_at is not null and (became.id is null
        or to_jsonb(was) - 'category_id' is distinct from to_jsonb(became) - 'category_id'
        or was.category_id <> became.category_id and not exists (select from expense_categories as merged
          where merged.organization_id = was.organization_id and merged.id = was.category_id
            and merged.merged_into_id = became.category_id)))
    or exists (
      select from became
      join expenses on expenses.organization_id = became.organization_id and expenses.id = became.expense_id
      where expenses.posted_at is not null and not exists (select from was
        where was.organization_id = became.organization_id and was.expense_id = became.expense_id
          and was.id = became.id))
    or row_security_active('public.expense_lines')
      and exists (select from was where organization_id is distinct from current_organization()) then
    raise exception 'the lines of a posted expense stay as they are'
      using errcode = 'restrict_violation', constraint = 'expenses_frozen';
  end if;
  return null;
end $$;
drop trigger frozen_update on expense_lines;
create trigger frozen_update after update on expense_lines referencing old table as was new table as became
  for each statement execute function refuse_posted_line_changes();

-- What is out of use has no budget.
create or replace view report_expense_categories with (security_invoker = true) as
  select organization_id, id, name, parent_id, ancestor_ids, kind, account_id, color,
    case when archived_at is null then budget_monthly end as budget_monthly, excluded_from_reports
  from expense_categories;
