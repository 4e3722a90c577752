-- Goods that came in before bills could receive them were owed on accounts payable, which by now is what bills are owed.
-- What was never billed goes where goods wait for their bill. Posted today: the days before stay as they were reported.

-- Whoever makes this may be bound by row-level security as the owner: only the list of organisations is read past it.
alter table organizations no force row level security;
create temporary table served on commit drop as
  select id, (now() at time zone timezone)::date as today from organizations;
alter table organizations force row level security;

do $$
declare
  organization record;
  owed bigint;
  entry uuid;
begin
  for organization in select * from served loop
    perform set_config('daybook.organization', organization.id::text, true);
    select sum(line.amount) into owed from journal_entries as entry
      join journal_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
      where entry.organization_id = organization.id and entry.source_type = 'movement'
        and account.system_role = 'payable';
    continue when coalesce(owed, 0) = 0;
    entry := gen_random_uuid();
    insert into journal_entries (organization_id, id, number, entry_date, posted_at, kind, source_type, source_id,
        source_event, memo, created_by)
      select organization.id, entry, (take_entry_numbers(organization.id, array[organization.today]))[1],
        organization.today, now(), 'system', 'organization', organization.id, 'organization.updated',
        'Goods that came in before they could be billed', '{"type": "system", "id": null, "name": "Daybook"}';
    insert into journal_lines (organization_id, entry_id, position, account_id, entry_date, amount)
      select organization.id, entry, line.position, account.id, organization.today, line.amount
      from (values (1, 'payable', -owed), (2, 'goods_received', owed)) as line (position, role, amount)
      join accounts as account on account.organization_id = organization.id and account.system_role = line.role;
  end loop;
  perform set_config('daybook.organization', '', true);
end $$;
