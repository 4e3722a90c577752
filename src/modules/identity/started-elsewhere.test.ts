import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAuthenticator } from '../../../test/support/authenticator.ts';
import { asStranger, callFrom, password, type Person, register, signIn } from '../../../test/support/people.ts';
import { createWorld } from '../../../test/support/world.ts';
import type { Origin } from '../../operation/operation.ts';
import { deviceName } from './device-name.ts';

const world = await createWorld();
const home = '203.0.113.7';
const away = '198.51.100.20';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 ' +
  'Mobile/15E148 Safari/604.1';

/** Devices that somebody was told of by a sign-in. */
async function told(person: Person, from: Partial<Origin>): Promise<unknown[]> {
  world.emitted();
  await signIn(world, person, {}, from);
  const events = world.emitted().filter(({ type }) => type === 'session.started_elsewhere');
  return events.map(({ data }) => (data as { readonly device: unknown }).device);
}

const userOf = ({ actor }: Person) => actor.userId;

test('of a new browser or a new network its owner is told once, and of an update not at all', async () => {
  const ada = await register(world, 'Ada', { ip: home, userAgent: firefox });
  assert.deepEqual(await told(ada, { ip: home, userAgent: firefox }), []);
  assert.deepEqual(await told(ada, { ip: home, userAgent: firefox.replaceAll('140.0', '141.0') }), []);
  assert.deepEqual(await told(ada, { ip: home, userAgent: safari }), ['Safari · iPhone']);
  assert.deepEqual(await told(ada, { ip: home, userAgent: safari }), []);
  assert.deepEqual(await told(ada, { ip: away, userAgent: 'curl/8.5.0' }), ['curl']);
  assert.deepEqual(await told(ada, { ip: away, userAgent: 'curl/8.6.0' }), []);
});

test('nobody is told of a browser that remembers them, wherever it is, until they sign out everywhere', async () => {
  const bea = await register(world, 'Bea', { ip: home, userAgent: firefox });
  const remembers = [{ user: userOf(bea), since: world.runtime.now() }];
  assert.deepEqual(await told(bea, { ip: away, userAgent: safari, remembers }), []);
  const cid = await register(world, 'Cid', { ip: home, userAgent: firefox });
  assert.deepEqual(await told(cid, { ip: away, userAgent: safari, remembers }), ['Safari · iPhone'], 'somebody else');
  await callFrom(world, { actor: bea.actor }, 'logout_all', {});
  assert.deepEqual(await told(bea, { ip: '192.0.2.9', userAgent: safari, remembers }), ['Safari · iPhone']);
});

test('nobody is told of their first sign-in', async () => {
  const dan = await register(world, 'Dan');
  assert.deepEqual(await told(dan, { ip: home, userAgent: firefox }), []);
});

test('a sign-in with a passkey on a new device is told of as well', async () => {
  const eve = await register(world, 'Eve', { ip: home, userAgent: firefox });
  const device = newAuthenticator();
  const { public_key: made } = await callFrom(world, { actor: eve.actor }, 'start_passkey', {
    current_password: password,
  });
  const credential = device.create(made);
  await callFrom(world, { actor: eve.actor }, 'create_passkey', { name: 'Phone', credential });
  world.emitted();
  const { public_key: asked } = await asStranger(world, 'get_passkey_login', {});
  const from = { ip: away, userAgent: safari };
  await asStranger(world, 'login_with_passkey', { credential: device.get(asked) }, from);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['session.started_elsewhere'],
  );
});

test('browsers and programs are called what people call them', () => {
  assert.equal(deviceName(firefox), 'Firefox · Windows');
  assert.equal(deviceName('daybook-sdk/1.2.3'), 'daybook-sdk');
  assert.equal(deviceName('Mozilla/5.0 (compatible)'), 'Mozilla/5.0 (compatible)');
});
