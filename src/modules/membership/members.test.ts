import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { auditOf } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { type Colleague, openTeam, type Team } from '../../../test/support/team.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import { openMcpCredentials } from '../connector/index.ts';

const world = await createWorld();
const team = await openTeam(world, 'Boss');
const { boss, colleague, roleId } = team;
const credentials = openMcpCredentials({ db: world.db, now: world.runtime.now, onError: () => undefined });

async function mcpTokenOf({ actor }: Colleague): Promise<string> {
  return (await world.call('create_mcp_token', { name: 'Assistant' }, { as: actor })).token;
}

/** Nothing that somebody was let in with opens anything. */
async function assertShutOut({ again, person }: Colleague, mcpToken: string): Promise<void> {
  await assert.rejects(again(), refused('unauthenticated'));
  // Shared doors drop their cache at once; another node looks it up.
  const fresh = openMcpCredentials({ db: world.db, now: world.runtime.now, onError: () => undefined });
  assert.equal(await fresh.of(mcpToken), undefined);
  const { data } = await world.call('list_organizations', {}, { as: person.actor });
  assert.ok(!data.some(({ name }: Wire) => name === 'Boss & Co'));
}

test('another role counts from the next call on, and lasts', async () => {
  const helper = await colleague('viewer');
  const { version } = await world.call('get_member', { id: helper.member }, { as: boss });
  const change = { id: helper.member, role_ids: [await roleId('sales')], title: 'Counter', version };
  world.emitted();
  const changed = await world.call('update_member', change, { as: boss });
  assert.deepEqual([changed.title, changed.version], ['Counter', version + 1]);
  assert.ok((await helper.again()).permissions.has('sales:write'));
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['member.updated'],
  );
  await assert.rejects(world.call('update_member', change, { as: boss }), refused('version_conflict'));
  const [row] = await auditOf(world, boss, 'update_member');
  assert.deepEqual([row.before.title, row.after.title], [null, 'Counter']);
});

test('nobody gives more than they hold, nor touches who holds more', async () => {
  const [admin, viewer] = [await colleague('admin'), await colleague('viewer')];
  const as = admin.actor;
  const [owner, own] = [await roleId('owner'), await roleId('admin')];
  const beyond = refused('rights_exceeded', ({ missing }) => assert.deepEqual(missing, ['data:erase', 'owner']));
  await assert.rejects(world.call('update_member', { id: viewer.member, role_ids: [owner] }, { as }), beyond);
  await assert.rejects(world.call('update_member', { id: admin.member, role_ids: [own, owner] }, { as }), beyond);
  for (const [name, input] of Object.entries({
    update_member: { role_ids: [own] },
    suspend_member: {},
    remove_member: {},
  })) {
    await assert.rejects(world.call(name, { id: team.bossMember, ...input }, { as }), beyond);
  }
  const invite = { email: 'owner@example.com', role_ids: [owner] };
  await assert.rejects(world.call('create_invite', invite, { as }), beyond);
});

test('a role that holds every permission does not make an owner', async () => {
  const all = (await world.call('list_permissions', {}, { as: boss })).data.map(({ name }: Wire) => name);
  await world.call('create_role', { name: 'All', permissions: all }, { as: boss });
  const mighty = await colleague('All');
  const make = { id: mighty.member, role_ids: [await roleId('owner')] };
  const beyond = refused('rights_exceeded', ({ missing }) => assert.deepEqual(missing, ['owner']));
  await assert.rejects(world.call('update_member', make, { as: mighty.actor }), beyond);
  const transfer = { id: mighty.member };
  await assert.rejects(world.call('transfer_ownership', transfer, { as: mighty.actor }), refused('forbidden'));
});

test('who is suspended is shut out at the next call, and comes back only by a new sign-in', async () => {
  const helper = await colleague('viewer');
  const mcpToken = await mcpTokenOf(helper);
  assert.ok(await credentials.of(mcpToken));
  // A session that has moved on keeps the token that it had here.
  const moved = await colleague('viewer');
  const elsewhere = await world.call('list_organizations', { sort: 'joined_at' }, { as: moved.actor });
  await world.call('switch_organization', { organization_id: elsewhere.data[0].id }, { as: moved.actor });
  await moved.again();
  for (const { member } of [helper, moved]) {
    const suspended = await world.call('suspend_member', { id: member }, { as: boss });
    assert.equal(suspended.status, 'suspended');
  }
  await assertShutOut(helper, mcpToken);
  await assert.rejects(moved.again(), refused('unauthenticated'));
  const { email, password } = helper.person;
  const organization_id = (await world.call('get_me', {}, { as: boss })).organization.id;
  const login = () => world.call('login', { email, password, organization_id });
  await assert.rejects(login(), refused('not_found'));
  await assert.rejects(
    world.call('suspend_member', { id: helper.member }, { as: boss }),
    refused('invalid_state_transition', ({ allowed }) =>
      assert.deepEqual(allowed, ['reactivate_member', 'remove_member']),
    ),
  );
  // Tokens name whole seconds.
  await new Promise((later) => setTimeout(later, 1_100));
  for (const { member } of [helper, moved]) {
    assert.equal((await world.call('reactivate_member', { id: member }, { as: boss })).status, 'active');
  }
  await assert.rejects(helper.again(), refused('unauthenticated'));
  await assert.rejects(moved.again(), refused('unauthenticated'));
  assert.equal(await credentials.of(mcpToken), undefined);
  const { access_token: anew } = await login();
  assert.ok((await world.access.actorOf(anew)).permissions.has('clients:read'));
});

test('who is removed is shut out at the next call, and their name stays on what they did', async () => {
  const helper = await colleague('sales');
  const client = await world.call('create_client', { type: 'business', display_name: 'Kept' }, { as: helper.actor });
  const mcpToken = await mcpTokenOf(helper);
  world.emitted();
  assert.equal((await world.call('remove_member', { id: helper.member }, { as: boss })).status, 'removed');
  await assertShutOut(helper, mcpToken);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['member.removed'],
  );
  assert.equal((await world.call('get_client', { id: client.id }, { as: boss })).created_by.name, 'Helper');
  await assert.rejects(
    world.call('update_member', { id: helper.member, title: 'x' }, { as: boss }),
    refused('invalid_state_transition'),
  );
  await assert.rejects(
    world.call('reactivate_member', { id: helper.member }, { as: boss }),
    refused('invalid_state_transition'),
  );
});

test('nobody suspends or removes themselves; they leave, but for the last owner', async () => {
  for (const name of ['suspend_member', 'remove_member']) {
    await assert.rejects(world.call(name, { id: team.bossMember }, { as: boss }), refused('own_membership'));
  }
  await assert.rejects(world.call('leave_organization', {}, { as: boss }), refused('last_owner'));
  const helper = await colleague('viewer');
  const mcpToken = await mcpTokenOf(helper);
  assert.equal((await world.call('leave_organization', {}, { as: helper.actor })).status, 'removed');
  await assertShutOut(helper, mcpToken);
});

test('the last owner is not demoted, limited in time, suspended or removed', async () => {
  const lone = await openTeam(world, 'Lone');
  const other = await lone.colleague('owner');
  const demotion = { role_ids: [await lone.roleId('viewer')] };
  await world.call('suspend_member', { id: other.member }, { as: lone.boss });
  for (const change of [demotion, { expires_at: '2099-01-01T00:00:00Z' }]) {
    const input = { id: lone.bossMember, ...change };
    await assert.rejects(world.call('update_member', input, { as: lone.boss }), refused('last_owner'));
  }
  await world.call('reactivate_member', { id: other.member }, { as: lone.boss });
  const limit = { id: other.member, expires_at: '2099-01-01T00:00:00Z' };
  await world.call('update_member', limit, { as: lone.boss });
  const limited = await atWorkAgain(lone, other);
  for (const name of ['suspend_member', 'remove_member']) {
    // Neither by an owner whose own access ends.
    await assert.rejects(world.call(name, { id: lone.bossMember }, { as: limited }), refused('last_owner'));
  }
});

async function atWorkAgain(of: Team, { person }: Colleague) {
  const organization_id = (await world.call('get_me', {}, { as: of.boss })).organization.id;
  const { email, password } = person;
  const { access_token } = await world.call('login', { email, password, organization_id });
  return world.access.actorOf(access_token);
}

test('ownership is handed over: one becomes an owner and the other stops being one', async () => {
  const firm = await openTeam(world, 'Firm');
  const heir = await firm.colleague('viewer');
  const admin = await firm.colleague('admin');
  await assert.rejects(
    world.call('transfer_ownership', { id: heir.member }, { as: admin.actor }),
    refused('forbidden'),
  );
  await assert.rejects(
    world.call('transfer_ownership', { id: firm.bossMember }, { as: firm.boss }),
    refused('invalid_state_transition'),
  );
  const after = await world.call('transfer_ownership', { id: heir.member }, { as: firm.boss });
  assert.equal(after.is_owner, true);
  const former = await world.call('get_member', { id: firm.bossMember }, { as: heir.actor });
  assert.deepEqual([former.is_owner, former.role_ids], [false, [await firm.roleId('admin')]]);
  assert.ok((await heir.again()).permissions.has('data:erase'));
});

test('an organisation never loses its last owner, whoever gives up at once', longTest, async () => {
  for (let round = 0; round < 20; round += 1) {
    const one = await openTeam(world, `Twin${round}`);
    const other = await one.colleague('owner');
    const viewer = await one.roleId('viewer');
    const leave = (as: Actor) => world.call('leave_organization', {}, { as });
    const demote = (id: string, as: Actor) => world.call('update_member', { id, role_ids: [viewer] }, { as });
    const settled = await Promise.allSettled(
      round % 2 === 0
        ? [leave(one.boss), leave(other.actor)]
        : [demote(other.member, one.boss), demote(one.bossMember, other.actor)],
    );
    const won = settled.filter(({ status }) => status === 'fulfilled');
    assert.equal(won.length, 1, `round ${round}`);
    for (const outcome of settled) {
      if (outcome.status === 'fulfilled') continue;
      // A demoted owner may not demote any more; the last owner stays.
      assert.ok(['last_owner', 'forbidden'].includes(outcome.reason.kind?.code), String(outcome.reason));
    }
    assert.equal(await ownersOf(one), 1, `round ${round}`);
  }
});

async function ownersOf({ boss: { organization } }: Team): Promise<number> {
  const owners = await world.db.transaction({ organization: organization?.id, readOnly: true }, (db) =>
    db.many(sql`select from members where organization_id = ${organization?.id} and is_owner and status = 'active'`),
  );
  return owners.length;
}

test('access that is limited in time ends by itself, at the instant', async () => {
  const now = '2027-03-01T12:00:00.000Z';
  world.setNow(now);
  const auditor = await colleague('accountant');
  const mcpToken = await mcpTokenOf(auditor);
  const until = '2027-03-01T13:00:00.000Z';
  await assert.rejects(
    world.call('update_member', { id: auditor.member, expires_at: now }, { as: boss }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/expires_at')),
  );
  const limited = await world.call('update_member', { id: auditor.member, expires_at: until }, { as: boss });
  assert.equal(limited.expires_at, until);
  assert.equal((await world.call('get_me', {}, { as: await auditor.again() })).token.expires_at, until);
  assert.ok(await credentials.of(mcpToken));
  // An access cached a moment before its end is not relied on a moment after it.
  world.setNow('2027-03-01T12:59:59.999Z');
  assert.ok(await auditor.again());
  credentials.forget('');
  assert.ok(await credentials.of(mcpToken));
  world.setNow(until);
  await assert.rejects(auditor.again(), refused('unauthenticated'));
  assert.equal(await credentials.of(mcpToken), undefined);
  world.setNow(undefined);
});

test('whose own access ends gives nobody longer access, nor themselves', async () => {
  const admin = await colleague('admin');
  const viewer = await colleague('viewer');
  await world.call('update_member', { id: admin.member, expires_at: '2098-01-01T00:00:00Z' }, { as: boss });
  const as = await admin.again();
  const beyond = refused('rights_exceeded', ({ expires_at_max: max }) => assert.equal(max, '2098-01-01T00:00:00.000Z'));
  for (const expires_at of ['2098-01-01T00:00:01Z', null]) {
    for (const { member: id } of [viewer, admin]) {
      await assert.rejects(world.call('update_member', { id, expires_at }, { as }), beyond);
    }
  }
  const invite = { email: 'long@example.com', role_ids: [await roleId('viewer')] };
  await assert.rejects(world.call('create_invite', invite, { as }), beyond);
  await world.call('create_invite', { ...invite, access_expires_at: '2098-01-01T00:00:00Z' }, { as });
});

test('a preview changes nobody', async () => {
  const helper = await colleague('viewer');
  await world.call('suspend_member', { id: helper.member }, { as: boss, dryRun: true });
  assert.equal((await world.call('get_member', { id: helper.member }, { as: boss })).status, 'active');
  assert.ok(await helper.again());
});
