-- The roles of the service with their limits, and functions that several modules share. The runtime role owns nothing
-- and is bound by row-level security; see docs/guides/operating.md.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$ begin
  if not exists (select from pg_roles where rolname = 'daybook_runtime') then
    create role daybook_runtime nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;
grant usage on schema public to daybook_runtime;

-- Who the transaction acts for. Null when nothing is set, so that no row matches.
create function current_organization() returns uuid language sql stable parallel safe
  return nullif(current_setting('daybook.organization', true), '')::uuid;

create function current_user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('daybook.user', true), '')::uuid;

-- Every table says in the first word of its comment where it lies once tenants are spread over several servers:
-- `directory`, of which there is one for all; `tenant`, what belongs to one organisation; or `server`, of which each
-- server has its own, such as the queues of the tenants there. Keys, views, policies and functions stay on one side.
-- `test/laws/sides.test.ts` holds that, and lists with its reason what does not.

-- Of a table that was never analysed PostgreSQL assumes that an organisation has hardly a row in it, so that every index
-- that begins with the organisation seems as good as the right one; a connection keeps such a plan, and in the first
-- minute of a business a sale read all entries for each account. A tenth of the rows is wrong too, but harmless: what is
-- asked for beside the organisation then counts. The first analysis puts this right. Before version 18 there is no
-- saying it.
create function expect_several_rows(name regclass) returns void language plpgsql as $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    execute format($call$select pg_restore_attribute_stats('schemaname', 'public', 'relname', %L,
      'attname', 'organization_id', 'inherited', false,
      'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 10::real)$call$, name);
  end if;
end $$;

-- Every table of a tenant: only the current organisation's rows exist.
create function protect_tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('comment on table %s is ''tenant''', name);
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (organization_id = current_organization())', name);
  execute format('grant select, insert, update, delete on %s to daybook_runtime', name);
  perform expect_several_rows(name);
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
end $$;

-- History: rows are added and never changed, not even by the owner by mistake.
create function protect_append_only(name regclass) returns void language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from daybook_runtime', name);
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', name);
  execute format('create trigger append_only_truncate before truncate on %s execute function refuse_change()', name);
end $$;

-- Row-level security keeps a condition out of an index scan unless its function is known to leak nothing of the rows it
-- turns down, and PostgreSQL does not vouch for these. Without them a text search reads every client of the
-- organisation (310 ms at 500,000) instead of the index (8 ms). They raise no error that shows a row, and only our own
-- statements call them. Where the owner is no superuser, searches stay right and are slower.
do $$ begin
  alter function textlike(text, text) leakproof;
  alter function arraycontains(anyarray, anyarray) leakproof;
  alter function jsonb_contains(jsonb, jsonb) leakproof;
  alter function ts_match_vq(tsvector, tsquery) leakproof;
exception when insufficient_privilege then
  raise notice 'text search will not use its index: the owner of the database is no superuser';
end $$;

-- The words that a record is found by: those of its names, and its number.
create function search_words(words text[], number text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(words || regexp_split_to_array(lower(coalesce(number, '')), '[^[:alnum:]]+'), ''));

-- SHA-256 of the credential that came with the call, so that a row of it is found before its organisation is known.
create function current_credential() returns bytea language sql stable parallel safe
  return decode(nullif(current_setting('daybook.credential', true), ''), 'hex');

-- The search over everything finds clients, products and files by their words, as sales and documents are found.
--
-- By words and not by the trigrams of their lists: pg_trgm sees letters only where the database's own locale knows them
-- (with C, as in the embedded database, none beyond ASCII), so that 東京 or شركة would read every row. Mistakes are
-- forgiven by words with a letter missing, which works in any script and needs neither an extension nor its settings.
-- All of it is computed here from what is kept already, so that nothing can drift.

-- The words of a text that is folded already: characters of scripts without spaces, all else between separators. These
-- are written out, since what a letter is must not depend on the locale of the database.
create function words_in(folded text) returns text[] language sql immutable strict parallel safe
  return array(select distinct left(found[1], 60) from regexp_matches(folded,
    '[\u0E01-\u0E3A\u0E40-\u0E5B\u2E80-\u2FD5\u3005\u3007\u3021-\u3029\u3041-\u3096\u309D-\u309F\u30A1-\u30FA'
    '\u30FD-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAD9\U00020000-\U000323AF]'
    '|[^\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7'
    '\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u2000-\u206F\u20A0-\u20C0\u2190-\u245F\u2500-\u2BFF'
    '\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE10-\uFE6F'
    '\u0E01-\u0E3A\u0E40-\u0E5B\u2E80-\u2FD5\u3005\u3007\u3021-\u3029\u3041-\u3096\u309D-\u309F\u30A1-\u30FA'
    '\u30FD-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAD9\U00020000-\U000323AF]+', 'g') as found);

-- Each word of a name without each of its letters in turn, marked so that no word begins like it: two words that differ
-- by a letter too many, missing, wrong or swapped share one of these, or one is one of the other's.
create function near_words(name text) returns text[] language sql immutable strict parallel safe
  return array(select distinct '~' || overlay(word placing '' from at for 1)
    from unnest(words_in(name)) as word, generate_series(1, length(word)) as at
    where length(word) between 4 and 24 and word !~ '[0-9]');

create function find_words(folded text, name text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array_remove(words_in(folded) || near_words(name), ''));

-- Members who see only some of the records: those that they made, or those of clients that are assigned to them.
--
-- Their transactions run as a role of their own, `daybook_scoped`. It may do exactly what `daybook_runtime` may, and
-- restrictive policies that are made for it alone narrow what it sees. A condition in everybody's policies that is true
-- for most would have been less to set up, but every plan would have changed: counts could not be made from indexes
-- alone, and how many rows there are would be guessed wrongly. Like this, whoever sees all pays nothing.
do $$ begin
  if not exists (select from pg_roles where rolname = 'daybook_scoped') then
    create role daybook_scoped nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  -- It becomes that role where it must, and is not bound by its policies before.
  if (select rolinherit from pg_roles where rolname = 'daybook_runtime') then
    alter role daybook_runtime noinherit;
  end if;
  if not exists (select from pg_auth_members
    where roleid = 'daybook_scoped'::regrole and member = 'daybook_runtime'::regrole) then
    grant daybook_scoped to daybook_runtime;
  end if;
end $$;
grant usage on schema public to daybook_scoped;

-- Gives `daybook_scoped` what `daybook_runtime` has, and nothing else. Called after migrations: none can forget it.
create function share_rights() returns void language plpgsql as $$
declare
  change record;
begin
  for change in
    with held as (
      select relation.oid, relation.relkind, right_.privilege_type, right_.grantee::regrole::text as role
      from pg_class as relation, aclexplode(relation.relacl) as right_
      where relation.relnamespace = 'public'::regnamespace
        and right_.grantee in ('daybook_runtime'::regrole, 'daybook_scoped'::regrole)
    )
    select oid, relkind, privilege_type, bool_or(role = 'daybook_runtime') as is_wanted
    from held group by oid, relkind, privilege_type
    having bool_or(role = 'daybook_runtime') <> bool_or(role = 'daybook_scoped')
  loop
    execute format('%s %s on %s %s %s daybook_scoped', case when change.is_wanted then 'grant' else 'revoke' end,
      change.privilege_type, case when change.relkind = 'S' then 'sequence' else 'table' end, change.oid::regclass,
      case when change.is_wanted then 'to' else 'from' end);
  end loop;
end $$;

-- Null where nothing is set, so that no row matches these policies.
create function scoped_member() returns uuid language sql stable parallel safe
  return nullif(current_setting('daybook.member', true), '')::uuid;

create function scoped_author() returns text language sql stable parallel safe
  return nullif(current_setting('daybook.author', true), '');

-- Whose clients are seen, by assignment or by who added them: one of the two is null.
create function assigned_member() returns uuid language sql stable parallel safe
  return case when current_setting('daybook.scope', true) = 'assigned' then scoped_member() end;

create function own_author() returns text language sql stable parallel safe
  return case when current_setting('daybook.scope', true) = 'own' then scoped_author() end;

create function is_own(created_by jsonb) returns boolean language sql stable parallel safe
  return (created_by ->> 'id') = scoped_author();

-- Narrows what members with a scope see of a table, and what they may write there. Of a part of something it is enough
-- that they see the whole: both may be written by one statement, which does not see what it writes.
create function limit_to_scope(name regclass, rule text, is_part boolean default false) returns void
language plpgsql as $$
begin
  execute format('create policy scope on %s as restrictive to daybook_scoped using (%s) with check (%s)', name, rule,
    case when is_part then 'true' else rule end);
end $$;

-- Foreign keys see every row, so that what only they look at would tell whether a hidden record is there. It is refused
-- as they refuse what is not. Functions of whoever asks: they see what those see.
create function refuse_unseen(constraint_name text) returns void language plpgsql as $$
begin
  raise exception 'what it refers to is not there'
    using errcode = 'foreign_key_violation', constraint = constraint_name;
end $$;

-- During a merge, guards of frozen and append-only tables let rows change the record they belong to and nothing else.
-- Never null: a trigger does not fire on a condition that is. The service cannot say so itself: it never runs as the owner,
-- but in functions of the owner.
create function moves_records() returns boolean language sql stable
  return coalesce(current_setting('daybook.moves_records', true), '') = 'on'
    and current_user not in ('daybook_runtime', 'daybook_scoped');

-- The same, as guards of what refers to clients ask it.
create function moves_client() returns boolean language sql stable
  return moves_records();

-- A record that is written for another while that is merged is the survivor's; the table of it is the second argument.
-- The key is locked as a foreign key would, so that it waits for the merge and then sees it. Its triggers are called
-- `aa_…`, to come before others, which look at the record.
create function refer_to_survivor() returns trigger language plpgsql as $$
declare
  survivor uuid;
  name text := tg_argv[0];
  named uuid;
begin
  -- One statement for each table and column, since PL/pgSQL keeps the plan of a statement that it need not put together.
  case name
    when 'client_id' then named := new.client_id;
    when 'supplier_id' then named := new.supplier_id;
    when 'product_id' then named := new.product_id;
    when 'variant_id' then named := new.variant_id;
  end case;
  case coalesce(tg_argv[1], 'clients')
    when 'clients' then
      select merged_into_id into survivor from clients
        where organization_id = new.organization_id and id = named for key share;
    when 'products' then
      select merged_into_id into survivor from products
        where organization_id = new.organization_id and id = named for key share;
    when 'variants' then
      select merged_into_id into survivor from variants
        where organization_id = new.organization_id and id = named for key share;
  end case;
  if survivor is not null then
    new := jsonb_populate_record(new, jsonb_build_object(name, survivor));
  end if;
  return new;
end $$;
