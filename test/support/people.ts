import { randomUUID } from 'node:crypto';
import { sql } from '../../src/db/sql.ts';
import { type Actor, anonymous } from '../../src/operation/actor.ts';
import type { Origin } from '../../src/operation/operation.ts';
import { run } from '../../src/operation/run.ts';
import { operationNamed, type Wire, type World } from './world.ts';

/** Somebody who has registered and is signed in. */
export type Person = {
  readonly email: string;
  readonly password: string;
  readonly tokens: Wire;
  readonly actor: Actor;
};

export const password = 'correct horse battery';

/** Registers somebody with an organisation of their own. */
export async function register(world: World, name: string, from: Partial<Origin> = {}): Promise<Person> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`;
  const organization = { name: `${name} & Co`, country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const tokens = await asStranger(world, 'register', { email, password, name, organization }, from);
  return { email, password, tokens, actor: await world.access.actorOf(tokens.access_token) };
}

/** Calls an operation as nobody, from somewhere. */
export function asStranger(world: World, name: string, input: object, from: Partial<Origin> = {}): Promise<Wire> {
  return callFrom(world, { ...from, actor: anonymous }, name, input);
}

type Caller = Partial<Origin> & { readonly actor: Actor };

export async function callFrom(
  world: Pick<World, 'runtime'>,
  { actor, ...from }: Caller,
  name: string,
  input: object,
): Promise<Wire> {
  const origin: Origin = { door: 'rest', requestId: randomUUID(), ...from };
  return (await run(world.runtime, operationNamed(name), { actor, input, origin })).output;
}

export function signIn(world: World, person: Person, more: object = {}, from: Partial<Origin> = {}): Promise<Wire> {
  return asStranger(world, 'login', { email: person.email, password: person.password, ...more }, from);
}

/** Gives a member other roles, as an operation of another module would. */
export async function giveRoles(world: World, { organization, memberId }: Actor, roles: string[]): Promise<void> {
  const id = organization?.id;
  await world.db.transaction({ organization: id }, (db) =>
    db.run(sql`
      update members set is_owner = false, role_ids = array(
        select roles.id from roles where roles.organization_id = ${id} and roles.name = any(${roles}::text[]))
      where organization_id = ${id} and id = ${memberId}`),
  );
}

/** Makes somebody a member of another's organisation. */
export async function join(world: World, person: Person, { organization }: Actor, role: string): Promise<void> {
  const id = organization?.id;
  await world.db.transaction({ organization: id }, (db) =>
    db.run(sql`
      insert into members (organization_id, id, user_id, role_ids, created_at, updated_at)
      select ${id}, ${world.runtime.newId()}, ${person.actor.userId}, array_agg(roles.id), now(), now()
      from roles where roles.organization_id = ${id} and roles.name = ${role}`),
  );
}

/** Audit rows of an organisation, newest first. */
export function auditOf(world: World, { organization }: Actor, action: string): Promise<Wire[]> {
  return world.db.transaction({ organization: organization?.id, readOnly: true }, (db) =>
    db.many<Wire>(sql`
      select * from audit_log where organization_id = ${organization?.id} and action = ${action}
      order by at desc, id desc`),
  );
}
