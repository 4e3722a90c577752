import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../db/sql.ts';
import { asStranger, join, register, signIn } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();

async function twice(name: string) {
  const person = await register(world, name);
  const tokens = await signIn(world, person);
  return { person, first: person.tokens, second: tokens, actor: await world.access.actorOf(tokens.access_token) };
}

async function ended(tokens: Wire): Promise<void> {
  await assert.rejects(world.access.actorOf(tokens.access_token), refused('unauthenticated'));
  await assert.rejects(
    asStranger(world, 'refresh', { refresh_token: tokens.refresh_token }),
    refused('invalid_refresh_token'),
  );
}

test('after logging out neither token opens anything, and other sessions go on', async () => {
  const { first, second, actor } = await twice('Ada');
  assert.deepEqual(await world.call('logout', {}, { as: actor }), { revoked_sessions: 1 });
  await ended(second);
  assert.ok(await world.access.actorOf(first.access_token));
});

test('logging out everywhere ends every session', async () => {
  const { first, second, actor } = await twice('Bo');
  assert.deepEqual(await world.call('logout_all', {}, { as: actor }), { revoked_sessions: 2 });
  await ended(first);
  await ended(second);
});

test('a session can be ended from another one, and nobody else can do it', async () => {
  const { first, second, actor, person } = await twice('Cy');
  const { data } = await world.call('list_sessions', {}, { as: actor });
  const other = data.find((session: Wire) => !session.current);
  const stranger = await register(world, 'Di');
  await assert.rejects(world.call('revoke_session', { id: other.id }, { as: stranger.actor }), refused('not_found'));
  assert.deepEqual(await world.call('revoke_session', { id: other.id }, { as: actor }), { revoked_sessions: 1 });
  await ended(first);
  assert.ok(await world.access.actorOf(second.access_token));
  await assert.rejects(world.call('revoke_session', { id: other.id }, { as: actor }), refused('not_found'));
  const left = await world.call('list_sessions', {}, { as: actor });
  assert.equal(left.data.length, 1);
  assert.equal(JSON.stringify(left).includes(person.actor.userId), false);
});

test('a session says what people call its device', async () => {
  const person = await register(world, 'Gil');
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  for (const userAgent of [firefox, 'curl/8.5.0']) await signIn(world, person, {}, { ip: '192.0.2.7', userAgent });
  const { data } = await world.call('list_sessions', {}, { as: person.actor });
  const devices = data.map((session: Wire) => [session.user_agent, session.device]);
  assert.deepEqual(
    devices.filter(([agent]: [string | null]) => agent !== null),
    [
      ['curl/8.5.0', 'curl'],
      [firefox, 'Firefox · Windows'],
    ],
  );
});

test('switching gives a token for the other organisation, which the session then refreshes into', async () => {
  const { actor, second } = await twice('Em');
  const boss = await register(world, 'Flo');
  const target = boss.tokens.organization_id;
  await assert.rejects(
    world.call('switch_organization', { organization_id: target }, { as: actor }),
    refused('not_found'),
  );
  await join(world, { ...boss, actor }, boss.actor, 'sales');
  const switched = await world.call('switch_organization', { organization_id: target }, { as: actor });
  assert.equal(switched.organization_id, target);
  const there = await world.access.actorOf(switched.access_token);
  assert.equal(there.organization?.id, boss.actor.organization?.id);
  assert.equal(there.permissions.has('team:manage'), false);
  assert.ok((await world.access.actorOf(second.access_token)).permissions.has('team:manage'));
  const refreshed = await asStranger(world, 'refresh', { refresh_token: second.refresh_token });
  assert.equal(refreshed.organization_id, target);
});

test('a token for one organisation shows none of another', async () => {
  const { actor } = await twice('Guy');
  const boss = await register(world, 'Hui');
  await join(world, { ...boss, actor }, boss.actor, 'viewer');
  const me = await world.call('get_me', {}, { as: actor });
  assert.deepEqual(
    me.organizations.map(({ name }: Wire) => name),
    ['Guy & Co', 'Hui & Co'],
  );
  assert.equal(me.organization.name, 'Guy & Co');
  assert.deepEqual(me.member.roles, ['owner']);
  const members = await world.call('list_members', {}, { as: actor });
  assert.deepEqual(
    members.data.map(({ name }: Wire) => name),
    ['Guy'],
  );
});

test('who am I: user, member, organisations, permissions and when the token ends, and nothing secret', async () => {
  const { actor, person } = await twice('Isa');
  const me = await world.call('get_me', {}, { as: actor });
  assert.deepEqual(Object.keys(me).toSorted(), [
    'cut',
    'member',
    'organization',
    'organizations',
    'permissions',
    'token',
    'user',
  ]);
  assert.equal(me.user.email, person.email);
  assert.equal(me.token.kind, 'user');
  assert.match(me.token.expires_at, /^20\d\d-.*Z$/);
  assert.ok(me.permissions.includes('team:manage'));
  assert.equal(/argon2|hash|secret/.test(JSON.stringify(me)), false);
});

test('sessions that ended long ago leave the table when somebody signs in', async () => {
  world.setNow('2025-01-01T00:00:00.000Z');
  const old = await register(world, 'Jim');
  world.setNow('2025-08-15T00:00:00.000Z');
  await signIn(world, old);
  const { left } = await world.db.transaction({}, (db) =>
    db.one<{ left: bigint }>(sql`select count(*) as left from sessions where user_id = ${old.actor.userId}`),
  );
  assert.equal(left, 1n);
  world.setNow(undefined);
});
