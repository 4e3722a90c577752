import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { asStranger, auditOf, callFrom, password, register, signIn } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, type World } from '../../../test/support/world.ts';
import { anonymous } from '../../operation/actor.ts';
import type { Settings } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';

const organization = { name: 'Bäckerei Grün', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };

function registration(email: string) {
  return { email, password, name: 'Gerda', organization };
}

/** The same world under another DAYBOOK_SIGNUP. */
function withSignup({ runtime }: World, signup: Settings['signup']): Pick<World, 'runtime'> {
  return { runtime: { ...runtime, settings: { ...runtime.settings, signup } } };
}

function registerAt(service: Pick<World, 'runtime'>, email: string): Promise<Wire> {
  return callFrom(service, { actor: anonymous }, 'register', registration(email));
}

test('of ten first registrations at once exactly one wins, and nothing of the others stays', async () => {
  const world = await createWorld();
  const fresh = withSignup(world, 'first');
  const emails = Array.from({ length: 10 }, (_, index) => `first-${index}@example.com`);
  const settled = await Promise.allSettled(emails.map((email) => registerAt(fresh, email)));
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const outcome of settled) if (outcome.status === 'rejected') refused('signup_closed')(outcome.reason);
  const { users } = await world.db.transaction({}, (db) =>
    db.one<{ users: bigint }>(sql`select count(*) as users from users where email = any(${emails})`),
  );
  assert.equal(users, 1n);
  await assert.rejects(registerAt(fresh, 'second@example.com'), refused('signup_closed'));
});

test('where registration is closed, not even the first may register', async () => {
  const world = await createWorld();
  await assert.rejects(registerAt(withSignup(world, 'closed'), 'first@example.com'), refused('signup_closed'));
  assert.ok(await registerAt(withSignup(world, 'first'), 'first@example.com'));
});

const world = await createWorld();

test('who registers is signed in as the owner of a new organisation', async () => {
  const tokens = await asStranger(world, 'register', registration('gerda@example.com'));
  assert.deepEqual(Object.keys(tokens).toSorted(), [
    'access_token',
    'expires_in',
    'organization_id',
    'refresh_expires_in',
    'refresh_token',
    'token_type',
  ]);
  const actor = await world.access.actorOf(tokens.access_token);
  const [me, own] = [
    await world.call('get_me', {}, { as: actor }),
    await world.call('get_organization', {}, { as: actor }),
  ];
  assert.equal(me.member.is_owner, true);
  assert.deepEqual(me.member.roles, ['owner']);
  assert.equal(own.name, 'Bäckerei Grün');
  assert.match(own.slug, /^backerei-grun-[0-9a-f]{8}$/);
  assert.equal(own.base_currency, 'EUR');
  assert.equal(own.created_by.name, 'Gerda');
});

test('a new organisation comes with roles, numbering, accounts, taxes, a location and payment methods', async () => {
  const { actor } = await register(world, 'Hans');
  const roles = await world.call('list_roles', {}, { as: actor });
  assert.deepEqual(roles.data.map(({ name }: Wire) => name).toSorted(), [
    'accountant',
    'admin',
    'manager',
    'owner',
    'sales',
    'stock',
    'viewer',
  ]);
  const seeded = await world.db.transaction({ organization: actor.organization?.id }, (db) =>
    db.one<Record<string, bigint>>(sql`
      select (select count(*) from numbering_series) as numbering, (select count(*) from accounts) as accounts,
        (select count(*) from tax_rates) as taxes, (select count(*) from locations) as locations,
        (select count(*) from payment_methods) as methods`),
  );
  for (const [what, count] of Object.entries(seeded)) assert.ok(count > 0n, what);
});

test('an address has one account, however it is written', async () => {
  const ida = await register(world, 'Ida');
  await assert.rejects(asStranger(world, 'register', registration(ida.email)), refused('email_taken'));
  await assert.rejects(asStranger(world, 'register', registration(ida.email.toUpperCase())), refused('email_taken'));
  const twice = [1, 2, 3, 4].map(() => asStranger(world, 'register', registration('twice@example.com')));
  const settled = await Promise.allSettled(twice);
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('registering is audited without the password or a token', async () => {
  const kai = await register(world, 'Kai');
  const [row, ...rest] = await auditOf(world, kai.actor, 'register');
  assert.equal(rest.length, 0);
  assert.equal(row.actor.id, z.encode(Id('user'), kai.actor.userId));
  const text = JSON.stringify(row);
  for (const secret of [password, 'eyJ', 'dbr_']) assert.equal(text.includes(secret), false, secret);
});

test('odd input is refused with its field, and leaves nothing behind', async () => {
  const good = registration('odd@example.com');
  const cases: [object, string][] = [
    [{ ...good, email: 'no-address' }, '/email'],
    [{ ...good, password: 'short' }, '/password'],
    [{ ...good, password: good.email }, '/password'],
    [{ ...good, organization: { ...organization, base_currency: 'XXX' } }, '/organization/base_currency'],
    [{ ...good, organization: { ...organization, timezone: 'Mars/Base' } }, '/organization/timezone'],
    [{ ...good, is_admin: true }, '/is_admin'],
  ];
  for (const [input, pointer] of cases) {
    await assert.rejects(
      asStranger(world, 'register', input),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer)),
    );
  }
  assert.ok(await asStranger(world, 'register', good));
});

test('registering over and over from one address is slowed down', async () => {
  world.setNow('2026-11-21T09:00:00.000Z');
  const from = { ip: '192.0.2.200' };
  const input = { ...registration('again@example.com'), password: 'again@example.com' };
  const settled = await Promise.allSettled(
    Array.from({ length: 110 }, () => asStranger(world, 'register', input, from)),
  );
  const codes = settled.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.kind.code : 'success'));
  assert.equal(codes.filter((code) => code === 'validation_failed').length, 100);
  assert.equal(codes.filter((code) => code === 'rate_limited').length, 10);
  world.setNow(undefined);
});

test('a registered user may be signed in twice and found a second organisation', async () => {
  const lou = await register(world, 'Lou');
  await signIn(world, lou);
  const second = await world.call('create_organization', { ...organization, name: 'Second' }, { as: lou.actor });
  assert.equal(second.name, 'Second');
  const mine = await world.call('list_organizations', {}, { as: lou.actor });
  assert.deepEqual(
    mine.data.map(({ name }: Wire) => name),
    ['Lou & Co', 'Second'],
  );
  const switched = await world.call('switch_organization', { organization_id: second.id }, { as: lou.actor });
  const there = await world.access.actorOf(switched.access_token);
  assert.ok(there.permissions.has('team:manage'));
});

test('founding an organisation twice with one key founds one', async () => {
  const { actor } = await register(world, 'Mia');
  const input = { ...organization, name: 'Once' };
  const first = await world.call('create_organization', input, { as: actor, key: 'k1' });
  const again = await world.call('create_organization', input, { as: actor, key: 'k1' });
  assert.deepEqual(again, first);
  const mine = await world.call('list_organizations', {}, { as: actor });
  assert.equal(mine.data.length, 2);
});

test('a dry run founds nothing', async () => {
  const { actor } = await register(world, 'Noa');
  const preview = await world.call('create_organization', organization, { as: actor, dryRun: true });
  assert.equal(preview.name, organization.name);
  assert.equal((await world.call('list_organizations', {}, { as: actor })).data.length, 1);
});
