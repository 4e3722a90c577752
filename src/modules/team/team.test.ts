import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';

const world = await createWorld();
const boss = await register(world, 'Boss');
const helper = await register(world, 'Helper');
await join(world, helper, boss.actor, 'sales');

test('the permission catalogue is open to whoever is signed in', async () => {
  const { data } = await world.call('list_permissions', {}, { as: withPermissions(world.ana, []) });
  assert.ok(data.some(({ name, description }: Wire) => name === 'periods:lock' && description.length > 10));
});

test('roles are listed with their permissions', async () => {
  const { data } = await world.call('list_roles', { kind: ['system'], sort: 'name' }, { as: boss.actor });
  assert.deepEqual(
    data.map(({ name }: Wire) => name),
    ['accountant', 'admin', 'manager', 'owner', 'sales', 'stock', 'viewer'],
  );
  assert.ok(data[6].permissions.includes('sales:read'));
  assert.equal(data[6].permissions.includes('sales:write'), false);
});

test('members are listed, found by name or address, and filtered by role', async () => {
  const all = await world.call('list_members', {}, { as: boss.actor });
  assert.deepEqual(
    all.data.map(({ name }: Wire) => name),
    ['Boss', 'Helper'],
  );
  const found = await world.call('list_members', { q: helper.email.slice(0, 10) }, { as: boss.actor });
  assert.deepEqual(
    found.data.map(({ email }: Wire) => email),
    [helper.email],
  );
  const sellers = await world.call('list_members', { role_id: found.data[0].role_ids[0] }, { as: boss.actor });
  assert.deepEqual(sellers.data, found.data);
  assert.deepEqual((await world.call('list_members', { status: ['removed'] }, { as: boss.actor })).data, []);
});

test('a member shows nothing secret of the person behind it', async () => {
  const { data } = await world.call('list_members', {}, { as: boss.actor });
  const member = await world.call('get_member', { id: data[1].id }, { as: boss.actor });
  assert.deepEqual(member, data[1]);
  assert.equal(/hash|secret|argon2/.test(JSON.stringify(member)), false);
});

test('a member of another organisation does not exist', async () => {
  const { data } = await world.call('list_members', {}, { as: boss.actor });
  for (const id of [data[0].id, 'mem_01h455vb4pex5vsknk084sn02q']) {
    await assert.rejects(world.call('get_member', { id }, { as: world.ana }), refused('not_found'));
  }
});

test('who may not see the team cannot', async () => {
  const stranger = withPermissions(boss.actor, ['sales:read']);
  for (const name of ['list_members', 'list_roles']) {
    await assert.rejects(
      world.call(name, {}, { as: stranger }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'team:read')),
    );
  }
});
