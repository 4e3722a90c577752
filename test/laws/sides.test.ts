/**
 * Tenants may be spread over several servers: every table lies on one side, keys of tenants begin with the
 * organisation, and nothing in the database joins the two sides but what is listed here with its reason.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Database, type Db, openDatabase } from '../../src/db/database.ts';
import { Sql, sql } from '../../src/db/sql.ts';
import { createTestDatabase } from '../support/database.ts';
import { isOnBoth, sides as knownSides, type Table, tablesWithSides } from '../support/sides.ts';

const database = await createTestDatabase();
const owner: Database = openDatabase({ url: database.ownerUrl });
after(async () => {
  await owner.close();
  await database.drop();
});

/** Indexes of tenants that do not begin with the organisation, unique ones among them. */
const otherIndexes: Readonly<Record<string, string>> = {
  api_keys_hash: 'Whoever presents a key names no organisation: the directory would say where it lies.',
  api_keys_previous_hash: 'The same, of a key that was given a new secret.',
  accountant_links_token: 'Whoever opens a link names no organisation: the directory would say where it lies.',
  document_shares_token: 'Whoever opens a link names no organisation: the directory would say where it lies.',
  idempotency_keys_age: 'Old keys of all tenants of a server are swept at once.',
  invites_token: 'Whoever opens a link names no organisation: the directory would say where it lies.',
  jobs_by_turns: 'Workers of a server take work of all its tenants, by lanes.',
  jobs_pkey: 'Work of the service itself has no organisation.',
  mcp_tokens_hash: 'Whoever presents a token names no organisation: the directory would say where it lies.',
  mcp_tokens_previous_hash: 'The same, of a token that was given a new secret.',
  members_user: 'Whoever signs in names no organisation: the directory would say which they belong to.',
  migrations_pkey: 'Says which files were applied to the server.',
  organizations_slug_key: 'No two have the same name in addresses: the directory would give them out.',
  recurring_expenses_template: 'Looks into JSON, which the organisation cannot come before.',
  report_links_token: 'Whoever opens a link names no organisation: the directory would say where it lies.',
  webhook_lanes_due: 'Workers of a server take what is due of all its tenants.',
};

const otherForeignKeys: Readonly<Record<string, string>> = {
  members_user_id_fkey: 'On one server, nobody is a member who is no user: a restored archive is held to it too.',
};

const person = 'Shows who a member is.';

/** Views, policies, triggers and functions that reach both sides. */
const crossing: Readonly<Record<string, string>> = {
  'view api_key_credentials': 'Makes an actor of whoever presents a key.',
  'view archive_people': person,
  'view mcp_credentials': 'Makes an actor of whoever presents a token, unless they signed out everywhere meanwhile.',
  'view memberships': 'Makes an actor of whoever is signed in.',
  'view report_members': person,
  'view team_members': person,
};

async function ask<Result>(question: (db: Db) => Promise<Result>, spoilt: readonly string[] = []): Promise<Result> {
  return owner.transaction({ rollback: true }, async (db) => {
    for (const statement of spoilt) await db.run(new Sql(statement, []));
    return question(db);
  });
}

async function withoutSide(db: Db): Promise<string[]> {
  const tables = await tablesWithSides(db);
  return tables.filter(({ side }) => !knownSides.includes(side)).map(({ name }) => name);
}

async function wronglyProtected(db: Db): Promise<string[]> {
  const tables = await tablesWithSides(db);
  return tables.filter(({ side, is_protected: own }) => (side === 'tenant') !== own).map(({ name }) => name);
}

async function sidesOf(db: Db): Promise<ReadonlyMap<string, Table['side']>> {
  return new Map((await tablesWithSides(db)).map(({ name, side }) => [name, side]));
}

/** Indexes that are not in the directory and do not begin with the organisation. */
async function foreignIndexes(db: Db): Promise<string[]> {
  const sides = await sidesOf(db);
  const indexes = await db.many<{ name: string; table: string; first: string | null }>(sql`
    select indexrelid::regclass::text as name, indrelid::regclass::text as table,
      (select attname::text from pg_attribute where attrelid = indrelid and attnum = indkey[0]) as first
    from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`);
  return indexes
    .filter(({ table }) => sides.get(table) !== 'directory')
    .filter(({ table, first }) => first !== (table === 'organizations' ? 'id' : 'organization_id'))
    .map(({ name }) => name)
    .filter((name) => name !== 'organizations_pkey')
    .toSorted();
}

type ForeignKey = { name: string; table: string; target: string; first: string; target_first: string };

/** Foreign keys that lead to the other side, or from an organisation to another. */
async function foreignKeys(db: Db): Promise<string[]> {
  const sides = await sidesOf(db);
  const keys = await db.many<ForeignKey>(sql`
    select conname::text as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
      (select attname::text from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as first,
      (select attname::text from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as target_first
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  const isWithin = ({ table, target, first, target_first: targetFirst }: ForeignKey): boolean => {
    if (sides.get(table) === 'directory') return sides.get(target) === 'directory';
    if (target === 'organizations') return first === 'organization_id';
    return sides.get(target) !== 'directory' && first === 'organization_id' && targetFirst === 'organization_id';
  };
  return keys
    .filter((key) => !isWithin(key))
    .map(({ name }) => name)
    .toSorted();
}

/** An edge between relations, or functions with `()`. */
type Reaching = { readonly what: string; readonly name: string; readonly reaches: string };

/** Dependencies known to the database: of views and policies, and of the tables and functions of triggers. */
const known = sql`
  with reached as (
    select classid, objid, relname::text as name from pg_depend join pg_class on pg_class.oid = refobjid
    where refclassid = 'pg_class'::regclass and relnamespace = 'public'::regnamespace
      and classid in ('pg_rewrite'::regclass, 'pg_policy'::regclass)
    union select classid, objid, proname || '()' from pg_depend join pg_proc on pg_proc.oid = refobjid
    where refclassid = 'pg_proc'::regclass and pronamespace = 'public'::regnamespace
      and classid in ('pg_rewrite'::regclass, 'pg_policy'::regclass))
  select 'view' as what, ev_class::regclass::text as name, reached.name as reaches
  from reached join pg_rewrite on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid
  where reached.name <> ev_class::regclass::text
  union select 'policy', polname || ' on ' || polrelid::regclass, reached.name
  from reached join pg_policy on classid = 'pg_policy'::regclass and objid = pg_policy.oid
  union select 'policy', polname || ' on ' || polrelid::regclass, polrelid::regclass::text from pg_policy
  union select 'trigger', tgname || ' on ' || tgrelid::regclass, tgrelid::regclass::text
  from pg_trigger where not tgisinternal
  union select 'trigger', tgname || ' on ' || tgrelid::regclass, proname || '()'
  from pg_trigger join pg_proc on pg_proc.oid = tgfoid where not tgisinternal`;

const bodies = sql`
  select proname::text as name, coalesce(pg_get_function_sqlbody(oid), prosrc) as body from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend
      where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`;

/** Relations are named after these words; functions by their name and a bracket. */
const relationNames = /\b(?:from|join|into|update|using)[\s(]+(?:only\s+)?(?:public\.)?(\w+)/gi;
const functionNames = /\b(\w+)\(/g;

function reachedBy(name: string, body: string): Reaching[] {
  const text = body.replaceAll(/--.*$/gm, '');
  const relations = [...text.matchAll(relationNames)].map(([, found = '']) => found);
  const functions = [...text.matchAll(functionNames)].map(([, found = '']) => `${found}()`);
  return [...relations, ...functions].map((reaches) => ({ what: 'function', name: `${name}()`, reaches }));
}

/** Views, policies, triggers and functions from which both sides are reached, over however many others. */
async function crossings(db: Db): Promise<string[]> {
  const [sides, byCatalogue, functions] = await Promise.all([
    sidesOf(db),
    db.many<Reaching>(known),
    db.many<{ name: string; body: string }>(bodies),
  ]);
  const all = [...byCatalogue, ...functions.flatMap(({ name, body }) => reachedBy(name, body))];
  const steps = Map.groupBy(all, ({ name }) => name);
  const reached = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const { reaches } of steps.get(name) ?? []) reached(reaches, seen);
    return seen;
  };
  const found = all
    .filter(({ name }) => isOnBoth([...reached(name, new Set())].map((one) => sides.get(one) ?? '')))
    .map(({ what, name }) => `${what} ${name}`);
  return [...new Set(found)].toSorted();
}

const outcast = 'create table outcasts (id uuid primary key)';
const spoiltTenant = [
  'create table strays (organization_id uuid not null, id uuid primary key, user_id uuid)',
  `select protect_tenant_table('strays')`,
];

test('every table says on which side it lies, and those of tenants are protected', async () => {
  assert.deepEqual(await ask(withoutSide), []);
  assert.deepEqual(await ask(wronglyProtected), []);
  assert.deepEqual(await ask(withoutSide, [outcast]), ['outcasts'], 'control');
  const bare = [outcast, `comment on table outcasts is 'tenant'`];
  assert.deepEqual(await ask(wronglyProtected, bare), ['outcasts'], 'control');
});

test('keys and indexes of tenants begin with the organisation, but for those that say why not', async () => {
  const expected = Object.keys(otherIndexes).toSorted();
  assert.deepEqual(await ask(foreignIndexes), expected);
  assert.deepEqual(await ask(foreignIndexes, spoiltTenant), [...expected, 'strays_pkey'].toSorted(), 'control');
});

test('foreign keys stay on their side and in their organisation, but for those that say why not', async () => {
  const expected = Object.keys(otherForeignKeys).toSorted();
  assert.deepEqual(await ask(foreignKeys), expected);
  const spoilt = [
    ...spoiltTenant,
    'alter table strays add constraint strays_by foreign key (user_id) references users',
    'alter table sessions add constraint sessions_of foreign key (organization_id) references organizations',
  ];
  assert.deepEqual(await ask(foreignKeys, spoilt), [...expected, 'sessions_of', 'strays_by'].toSorted(), 'control');
});

const spoiltObjects: Readonly<Record<string, readonly string[]>> = {
  'view strays': ['create view strays as select sales.id from sales, users'],
  'view stray_names': ['create view stray_names as select sales.id, report_members.name from sales, report_members'],
  'policy stray on sales': ['create policy stray on sales using (exists (select from users))'],
  'function stray()': [
    `create function stray() returns bigint language plpgsql as
     'begin return (select count(*) from sales join users on true); end'`,
  ],
  'trigger stray on sales': [
    `create function stray() returns trigger language plpgsql as
     'begin update users set name = name; return new; end'`,
    'create trigger stray after insert on sales for each row execute function stray()',
  ],
};

test('nothing in the database joins the two sides, but for what says why', async () => {
  const expected = Object.keys(crossing).toSorted();
  assert.deepEqual(await ask(crossings), expected);
  for (const [name, spoilt] of Object.entries(spoiltObjects))
    assert.deepEqual(await ask(crossings, spoilt), [...expected, name].toSorted(), `control: ${name}`);
});
