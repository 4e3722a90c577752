-- Records that everybody works with may refer to clients that a narrow scope does not show, such as the supplier of a
-- product. Answers leave their ids out; what is stored stays.

-- True also for clients that the caller does not see: without it, a client that was deleted just now would be hidden too.
create function client_is_there(organization uuid, client uuid) returns boolean language sql stable parallel safe security definer
set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (select from clients where organization_id = organization and id = client);
end;
revoke execute on function client_is_there(uuid, uuid) from public;
grant execute on function client_is_there(uuid, uuid) to daybook_runtime, daybook_scoped;

-- Those among some clients that are there and that the caller does not see.
create function unseen_clients(organization uuid, ids uuid[]) returns setof uuid language sql stable parallel safe
begin atomic
  select id from unnest(ids) as asked (id)
  where not exists (select from clients where clients.organization_id = organization and clients.id = asked.id)
    and client_is_there(organization, asked.id);
end;

-- The client that an id means to the caller, so that nothing is found by the id of one that they do not see.
create function seen_client(asked uuid) returns uuid language sql stable parallel safe
begin atomic
  select id from clients where organization_id = current_organization() and id = asked;
end;
