import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { tokenMailedTo } from '../../../test/support/invites.ts';
import { asStranger, auditOf, password, register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { openTeam } from '../../../test/support/team.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';

const world = await createWorld();
const team = await openTeam(world, 'Boss');
const { boss, roleId, invited } = team;

const newAddress = () => `new-${randomUUID().slice(0, 8)}@example.com`;
const bookkeeper = { name: 'Berta', password };

function accept(token: string, more: object = {}): Promise<Wire> {
  return asStranger(world, 'accept_invite', { token, ...bookkeeper, ...more });
}

test('an invite gives no more than whoever made it may give at the moment of acceptance', async () => {
  const admin = await team.colleague('admin');
  const send = async (email: string) => {
    const input = { email, role_ids: [await roleId('accountant')] };
    await world.call('create_invite', input, { as: await admin.again() });
    return tokenMailedTo(world, email);
  };
  const tokens = [await send(newAddress()), await send(newAddress())];
  const give = async (role: string) =>
    world.call('update_member', { id: admin.member, role_ids: [await roleId(role)] }, { as: boss });
  await give('sales');
  for (const token of tokens) await assert.rejects(accept(token), refused('not_found'));
  await give('admin');
  await accept(tokens[0] ?? '');
  await world.call('suspend_member', { id: admin.member }, { as: boss });
  await assert.rejects(accept(tokens[1] ?? ''), refused('not_found'));
});

test('a role that grew beyond the rights of who invited is not given', async () => {
  const clerk = ['team:manage', 'team:read', 'clients:read'];
  await world.call('create_role', { name: 'Clerk', permissions: clerk }, { as: boss });
  const small = await world.call('create_role', { name: 'Small', permissions: ['clients:read'] }, { as: boss });
  const { actor: as } = await team.colleague('Clerk');
  const email = newAddress();
  await world.call('create_invite', { email, role_ids: [small.id] }, { as });
  await world.call('update_role', { id: small.id, permissions: ['data:erase'] }, { as: boss });
  const token = await tokenMailedTo(world, email);
  await assert.rejects(accept(token), refused('not_found'));
});

test('access by an invite may end by itself', async () => {
  const email = newAddress();
  const until = '2099-06-30T22:00:00.000Z';
  const { invite, token } = await invited(email, 'accountant', { access_expires_at: '2099-07-01T00:00:00+02:00' });
  assert.equal(invite.access_expires_at, until);
  assert.equal((await asStranger(world, 'read_invite', { token })).access_expires_at, until);
  assert.equal((await accept(token)).expires_at, until);
  const past = { email: newAddress(), role_ids: [await roleId('viewer')], access_expires_at: '2020-01-01T00:00:00Z' };
  await assert.rejects(
    world.call('create_invite', past, { as: boss }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/access_expires_at')),
  );
});

test('who invites does not learn whether the address has an account elsewhere', async () => {
  const known = await register(world, 'Known');
  const answers = await Promise.all(
    [known.email, newAddress()].map(async (email) => {
      const { invite } = await invited(email, 'viewer');
      const { id: _, email: __, created_at: ___, updated_at: ____, expires_at: _____, ...rest } = invite;
      return rest;
    }),
  );
  assert.deepEqual(answers[0], answers[1]);
});

test('of a link nothing is kept that works, and nothing tells it', async () => {
  const email = newAddress();
  const { invite, token } = await invited(email, 'viewer');
  const shown = [
    await world.call('get_invite', { id: invite.id }, { as: boss }),
    await world.call('list_invites', {}, { as: boss }),
    await auditOf(world, boss, 'create_invite'),
  ];
  assert.equal(JSON.stringify(shown).includes(token), false);
  const { rows } = await world.db.transaction({ organization: boss.organization?.id }, async (db) => ({
    rows: await db.many<Wire>(sql`select jobs.payload::text as payload, invites::text as invite from jobs, invites`),
  }));
  assert.ok(rows.length > 0 && !rows.some((row) => JSON.stringify(row).includes(token)));
});
