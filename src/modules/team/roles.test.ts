import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { openTeam } from '../../../test/support/team.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const { boss, colleague, roleId } = await openTeam(world, 'Boss');

test('a role of one’s own is made, renamed, given other permissions and deleted', async () => {
  world.emitted();
  const role = await world.call(
    'create_role',
    { name: 'Till', permissions: ['sales:read', 'sales:read'] },
    { as: boss },
  );
  assert.deepEqual([role.kind, role.permissions], ['custom', ['sales:read']]);
  const change = { id: role.id, name: 'Tills', permissions: ['sales:write', 'sales:read'], version: 1 };
  const updated = await world.call('update_role', change, { as: boss });
  assert.deepEqual([updated.name, updated.permissions, updated.version], ['Tills', ['sales:read', 'sales:write'], 2]);
  assert.deepEqual(await world.call('get_role', { id: role.id }, { as: boss }), updated);
  await assert.rejects(world.call('update_role', change, { as: boss }), refused('version_conflict'));
  await world.call('delete_role', { id: role.id }, { as: boss });
  await assert.rejects(world.call('get_role', { id: role.id }, { as: boss }), refused('not_found'));
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['role.created', 'role.updated', 'role.deleted'],
  );
});

test('no two roles have the same name, however it is written', async () => {
  for (const name of ['Owner', 'SALES']) {
    const made = world.call('create_role', { name, permissions: ['sales:read'] }, { as: boss });
    await assert.rejects(made, refused('role_name_taken'));
  }
});

test('the roles that every organisation has are fixed, and can be copied', async () => {
  const id = await roleId('sales');
  await assert.rejects(world.call('update_role', { id, name: 'x' }, { as: boss }), refused('system_role_fixed'));
  await assert.rejects(world.call('delete_role', { id }, { as: boss }), refused('system_role_fixed'));
  const copy = await world.call('duplicate_role', { id, name: 'Counter' }, { as: boss });
  assert.equal(copy.kind, 'custom');
  assert.ok(copy.permissions.includes('sales:confirm'));
});

test('a role may not hold what its author does not', async () => {
  const { id } = await world.call(
    'create_role',
    { name: 'Clerk', permissions: ['team:manage', 'team:read'] },
    { as: boss },
  );
  const clerk = await colleague('Clerk');
  const beyond = refused('rights_exceeded', ({ missing }) => assert.deepEqual(missing, ['data:erase']));
  const over = { name: 'Over', permissions: ['team:read', 'data:erase'] };
  await assert.rejects(world.call('create_role', over, { as: clerk.actor }), beyond);
  await assert.rejects(
    world.call('duplicate_role', { id: await roleId('sales'), name: 'Over' }, { as: clerk.actor }),
    refused('rights_exceeded'),
  );
  // Nor the one that they bear themselves.
  const upwards = { id, permissions: ['team:manage', 'team:read', 'data:erase'] };
  await assert.rejects(world.call('update_role', upwards, { as: clerk.actor }), beyond);
  const strong = await world.call('create_role', { name: 'Strong', permissions: ['data:erase'] }, { as: boss });
  const weaker = { id: strong.id, permissions: ['team:read'] };
  await assert.rejects(world.call('update_role', weaker, { as: clerk.actor }), beyond);
  await assert.rejects(world.call('delete_role', { id: strong.id }, { as: clerk.actor }), beyond);
});

test('a role that somebody bears is not deleted, and it is said who bears it', async () => {
  const role = await world.call('create_role', { name: 'Borne', permissions: ['clients:read'] }, { as: boss });
  const bearer = await colleague('Borne');
  const invite = { email: 'later@example.com', role_ids: [role.id] };
  const { id: inviteId } = await world.call('create_invite', invite, { as: boss });
  await assert.rejects(
    world.call('delete_role', { id: role.id }, { as: boss }),
    refused('role_in_use', ({ members, invites }) => {
      assert.deepEqual(members, [{ id: bearer.member, name: 'Helper' }]);
      assert.deepEqual(invites, [{ id: inviteId, name: 'later@example.com' }]);
    }),
  );
  await world.call('revoke_invite', { id: inviteId }, { as: boss });
  await world.call('remove_member', { id: bearer.member }, { as: boss });
  await world.call('delete_role', { id: role.id }, { as: boss });
  const gone = await world.call('get_member', { id: bearer.member }, { as: boss });
  assert.deepEqual([gone.status, gone.role_ids], ['removed', []]);
});

test('what a role gains or loses counts from the next call on', async () => {
  const role = await world.call('create_role', { name: 'Growing', permissions: ['clients:read'] }, { as: boss });
  const bearer = await colleague('Growing');
  assert.deepEqual([...(await bearer.again()).permissions], ['clients:read']);
  await world.call('update_role', { id: role.id, permissions: ['sales:read'] }, { as: boss });
  assert.deepEqual([...(await bearer.again()).permissions], ['sales:read']);
  await assert.rejects(world.call('list_clients', {}, { as: await bearer.again() }), refused('forbidden'));
});

test('who lost the right to manage the team while the call was under way is refused', async () => {
  const clerk = await colleague('admin');
  await world.call('update_member', { id: clerk.member, role_ids: [await roleId('viewer')] }, { as: boss });
  // As the call found them when it came in.
  const role = { name: 'Late', permissions: ['clients:read'] };
  await assert.rejects(world.call('create_role', role, { as: clerk.actor }), refused('forbidden'));
});

test('an organisation has a hundred roles of its own at most', async () => {
  const { actor } = await register(world, 'Hoarder');
  for (let made = 0; made < 100; made += 1) {
    await world.call('create_role', { name: `Role ${made}`, permissions: ['clients:read'] }, { as: actor });
  }
  const oneMore = { name: 'One more', permissions: ['clients:read'] };
  const full = refused('limit_exceeded', ({ max }) => assert.equal(max, 100));
  await assert.rejects(world.call('create_role', oneMore, { as: actor }), full);
  const { data } = await world.call('list_roles', { kind: ['custom'], limit: 1 }, { as: actor });
  await assert.rejects(world.call('duplicate_role', { id: data[0].id, name: 'Copy' }, { as: actor }), full);
});
