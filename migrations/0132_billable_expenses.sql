-- What was spent for a client is charged to the client: each line once, at its cost and a markup on it.

-- In millionths of a percent, as every percentage.
alter table expense_lines add column markup_percent bigint check (markup_percent between 0 and 1000000000);

-- Lines of expenses that stand as lines of a sale. No row is as good as none: a line is open again where the draft
-- lost it or is deleted, and where the sale is void.
create table billed_expense_lines (
  organization_id uuid not null,
  expense_id uuid not null,
  line_id uuid not null,
  sale_id uuid not null,
  sale_line_id uuid not null,
  created_at timestamptz not null,
  -- Each line once, however many bill it at the same moment.
  constraint billed_expense_lines_once primary key (organization_id, expense_id, line_id),
  constraint billed_expense_lines_line_fkey foreign key (organization_id, expense_id, line_id) references expense_lines,
  constraint billed_expense_lines_sale_fkey foreign key (organization_id, sale_id) references sales on delete cascade
);
create index billed_expense_lines_of_sale on billed_expense_lines (organization_id, sale_id, sale_line_id);
select protect_tenant_table('billed_expense_lines');

-- What is there to be charged: few lines among the many of any business.
create index expense_lines_billable on expense_lines (organization_id, client_id, expense_id) where billable;

-- The lines of a draft are written anew before the draft itself, so that this sees which of them are gone.
create function free_billed_lines() returns trigger language plpgsql as $$
begin
  delete from billed_expense_lines as billed
  where billed.organization_id = new.organization_id and billed.sale_id = new.id
    and (new.voided_at is not null or not exists (
      select from sale_lines as line where line.organization_id = billed.organization_id
        and line.sale_id = billed.sale_id and line.id = billed.sale_line_id));
  return null;
end $$;
create trigger free_billed_lines after update on sales for each row
  when (old.confirmed_at is null or old.voided_at is distinct from new.voided_at)
  execute function free_billed_lines();
