/** Members who see only some of the records work with those as if there were no others, and leave the books sound. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenMailedTo } from '../../../test/support/invites.ts';
import { asStranger, register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { openTeam } from '../../../test/support/team.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import type { Actor } from '../../operation/actor.ts';

const world = await createWorld();
const { call } = world;
const team = await openTeam(world, 'Boss');
const { boss, colleague } = team;

type Seller = { readonly as: Actor; readonly member: string; readonly again: () => Promise<Actor> };

async function seller(scope: string, role = 'sales'): Promise<Seller> {
  const { member, again } = await colleague(role);
  await call('update_member', { id: member, scope }, { as: boss });
  return { member, again, as: await again() };
}

let made = 0;
const newClient = (as: Actor, more: object = {}): Promise<Wire> => {
  const display_name = `Client ${(made += 1)}`;
  return call('create_client', { type: 'individual', display_name, ...more }, { as });
};
const sell = (as: Actor, client: string | undefined, amount = '10.00'): Promise<Wire> => {
  const lines = [{ name: 'Hour', quantity: '1', unit_price: amount }];
  return call('create_sale', { lines, confirm: true, ...(client === undefined ? {} : { client_id: client }) }, { as });
};
const idsOf = async (as: Actor, list: string, more: object = {}): Promise<string[]> =>
  (await call(list, { limit: 100, ...more }, { as })).data.map(({ id }: Wire) => id);

test('with scope own somebody sees the clients that they added, with all that others do for them', async () => {
  const { as, member } = await seller('own');
  const theirs = await newClient(boss);
  await sell(boss, theirs.id);
  const mine = await newClient(as);
  assert.equal(mine.assigned_to, member);
  const sales = new Set([await sell(boss, mine.id), await sell(as, mine.id)].map(({ id }) => id));
  assert.deepEqual(await idsOf(as, 'list_clients'), [mine.id]);
  assert.deepEqual(new Set(await idsOf(as, 'list_sales')), sales);
  const { balance } = await call('get_client_balances', { id: mine.id }, { as });
  assert.equal(balance, '20.00');
  await assert.rejects(sell(as, theirs.id), refused('not_found'));
  await assert.rejects(call('update_client', { id: theirs.id, tags: ['x'] }, { as }), refused('not_found'));
});

test('a client that is given to somebody else goes with all of its account', async () => {
  const [one, other] = [await seller('assigned'), await seller('assigned')];
  const client = await newClient(boss);
  const sale = await sell(boss, client.id);
  await call('assign_client', { id: client.id, assigned_to: one.member }, { as: boss });
  const paid = await call('pay_sale', { id: sale.id, method_id: await methodId() }, { as: one.as, key: 'paid' });
  assert.deepEqual(await idsOf(one.as, 'list_clients', { assigned_to: 'me' }), [client.id]);
  world.emitted();
  const { data } = await call('assign_clients', { client_ids: [client.id], assigned_to: other.member }, { as: boss });
  assert.deepEqual([data[0].assigned_to, data[0].version], [other.member, client.version + 2]);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['client.updated'],
  );
  for (const [list, id] of Object.entries({ list_clients: client.id, list_sales: sale.id, list_payments: paid.id })) {
    assert.deepEqual([await idsOf(one.as, list), await idsOf(other.as, list)], [[], [id]], list);
  }
  await assert.rejects(call('get_payment', { id: paid.id }, { as: one.as }), refused('not_found'));
  await call('assign_client', { id: client.id, assigned_to: null }, { as: boss });
  assert.ok((await idsOf(boss, 'list_clients', { assigned_to: 'nobody' })).includes(client.id));
  assert.deepEqual(await idsOf(other.as, 'list_sales'), []);
});

async function methodId(): Promise<string> {
  return (await call('list_payment_methods', { limit: 1 }, { as: boss })).data[0].id;
}

test('clients are given to members who are there, and by those who see all', async () => {
  const { as, member } = await seller('assigned', 'admin');
  const [client, gone] = [await newClient(boss), await colleague('sales')];
  await call('remove_member', { id: gone.member }, { as: boss });
  const nobody = refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, '/assigned_to'));
  await assert.rejects(call('assign_client', { id: client.id, assigned_to: gone.member }, { as: boss }), nobody);
  const ids = [client.id, (await newClient(world.rival)).id];
  const missing = refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, '/client_ids/1'));
  await assert.rejects(call('assign_clients', { client_ids: ids, assigned_to: null }, { as: boss }), missing);
  await assert.rejects(call('assign_client', { id: client.id, assigned_to: member }, { as }), refused('forbidden'));
});

test('a sale to a passer-by is seen by whoever made it', async () => {
  const [one, other] = [await seller('own'), await seller('assigned')];
  const method_id = await methodId();
  for (const { as, member } of [one, other]) {
    const lines = [{ name: 'Hour', quantity: '1', unit_price: '5.00' }];
    const tender = { payments: [{ method_id, amount: '5.00' }] };
    const sale = await call('record_sale', { lines, ...tender }, { as, key: member });
    assert.deepEqual(await idsOf(as, 'list_sales'), [sale.id]);
    assert.equal((await idsOf(as, 'list_payments')).length, 1);
    assert.equal((await idsOf(as, 'list_allocations')).length, 1);
  }
});

test('what is taken is refused as taken, and by whom is not said', async () => {
  const { as } = await seller('own');
  const kept = { number: 'HIDDEN-1', external_id: 'hidden-1', email: 'hidden@example.com' };
  const hidden = await newClient(boss, kept);
  for (const [field, code] of [
    ['number', 'client_number_taken'],
    ['external_id', 'client_external_id_taken'],
  ] as const) {
    const told = (details: object) => assert.ok(!JSON.stringify(details).includes(hidden.id));
    await assert.rejects(newClient(as, { [field]: kept[field] }), refused(code, told));
  }
  assert.equal((await newClient(as, { email: kept.email })).email, kept.email);
});

test('numbers go on over what is hidden, and the chain of documents holds', async () => {
  const { as } = await seller('own');
  const [last] = (await call('list_clients', { sort: '-number', limit: 1 }, { as: boss })).data;
  const next = last.number.replace(/\d+$/, (digits: string) => String(Number(digits) + 1).padStart(digits.length, '0'));
  await newClient(boss, { number: next });
  const mine = await newClient(as);
  assert.notEqual(mine.number, next);
  for (const [who, client] of [
    [boss, await newClient(boss)],
    [as, mine],
    [boss, await newClient(boss)],
    [as, mine],
  ] as const) {
    const { id } = await sell(who, client.id);
    await call('create_document', { type: 'invoice', sale_id: id, issue: true }, { as: who, key: id });
  }
  const { ok, checks } = await call('check_books', {}, { as: boss });
  assert.ok(ok, JSON.stringify(checks?.filter((check: Wire) => !check.ok)));
});

test('a scope counts from the next call on, in both directions', async () => {
  const { member, again } = await seller('all', 'manager');
  const client = await newClient(boss);
  assert.ok((await idsOf(await again(), 'list_clients')).includes(client.id));
  await call('update_member', { id: member, scope: 'own' }, { as: boss });
  const narrow = await again();
  assert.deepEqual(await idsOf(narrow, 'list_clients'), []);
  const me = await call('get_me', {}, { as: narrow });
  assert.deepEqual([me.member.scope, me.permissions.includes('reports:read')], ['own', false]);
  const why = refused('forbidden', ({ needs, scope }) => assert.deepEqual([needs, scope], ['reports:read', 'own']));
  await assert.rejects(call('get_business_overview', {}, { as: narrow }), why);
  await call('update_member', { id: member, scope: 'all' }, { as: boss });
  assert.ok((await idsOf(await again(), 'list_clients')).includes(client.id));
});

test('an owner sees all, and nobody with a narrow scope changes the team', async () => {
  const { as, member } = await seller('own', 'admin');
  const all = refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'owner_sees_all'));
  await assert.rejects(call('update_member', { id: team.bossMember, scope: 'own' }, { as: boss }), all);
  const owner = await team.roleId('owner');
  const invite = { email: 'owner@example.com', role_ids: [owner], scope: 'own' };
  await assert.rejects(call('create_invite', invite, { as: boss }), all);
  await assert.rejects(call('update_member', { id: member, scope: 'all' }, { as }), refused('forbidden'));
  await assert.rejects(call('update_member', { id: member, role_ids: [owner] }, { as: boss }), all);
  await call('transfer_ownership', { id: member }, { as: boss });
  assert.equal((await call('get_member', { id: member }, { as: boss })).scope, 'all');
});

test('an invite says which records somebody will see', async () => {
  const owner = (await register(world, 'Chief')).actor;
  const { data: roles } = await call('list_roles', {}, { as: owner });
  const sales = roles.find(({ name }: Wire) => name === 'sales').id;
  const email = 'narrow@example.com';
  const invite = await call('create_invite', { email, role_ids: [sales], scope: 'assigned' }, { as: owner });
  assert.equal(invite.scope, 'assigned');
  const token = await tokenMailedTo(world, email);
  await asStranger(world, 'accept_invite', { token, name: 'Nell', password: 'correct horse battery' });
  const { data } = await call('list_members', { q: 'Nell' }, { as: owner });
  assert.equal(data[0].scope, 'assigned');
});
