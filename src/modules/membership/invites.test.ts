import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { mailsTo, tokenMailedTo } from '../../../test/support/invites.ts';
import { asStranger, auditOf, join, password, register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { openTeam } from '../../../test/support/team.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const world = await createWorld();
const team = await openTeam(world, 'Boss');
const { boss, invited } = team;

const newAddress = () => `new-${randomUUID().slice(0, 8)}@example.com`;
const bookkeeper = { name: 'Berta', password };

function accept(token: string, more: object = {}): Promise<Wire> {
  return asStranger(world, 'accept_invite', { token, ...bookkeeper, ...more });
}

test('somebody new is invited by mail, accepts, and signs in with the role they were promised', async () => {
  const email = newAddress();
  world.emitted();
  const { invite, token } = await invited(email, 'accountant', { language: 'de' });
  assert.deepEqual([invite.status, invite.mails, invite.email], ['pending', 1, email]);
  const [mail] = await mailsTo(world, email);
  assert.match(mail.subject, /Boss lädt Sie zu Boss & Co ein/);
  assert.ok(mail.text.includes(`https://books.example/join/${token}`));
  const offer = await asStranger(world, 'read_invite', { token });
  assert.deepEqual(
    [offer.organization, offer.invited_by, offer.email, offer.roles, offer.language],
    ['Boss & Co', 'Boss', email, ['accountant'], 'de'],
  );
  const joined = await accept(token);
  assert.deepEqual([joined.organization.name, joined.email, joined.roles], ['Boss & Co', email, ['accountant']]);
  const session = await asStranger(world, 'login', { email, password });
  const actor = await world.access.actorOf(session.access_token);
  assert.ok(actor.permissions.has('periods:lock'));
  const known = await world.call('get_invite', { id: invite.id }, { as: boss });
  assert.deepEqual([known.status, known.member_id], ['accepted', joined.id]);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['invite.created', 'invite.accepted', 'member.joined'],
  );
  const [row] = await auditOf(world, boss, 'accept_invite');
  assert.equal(row.actor.name, 'Berta');
  assert.equal(/correct horse/.test(JSON.stringify(row)) || JSON.stringify(row).includes(token), false);
});

test('somebody who has an account joins with its password, or signed in, and keeps their name', async () => {
  const [withPassword, signedIn] = [await register(world, 'Carla'), await register(world, 'Dora')];
  const first = await invited(withPassword.email, 'viewer');
  await assert.rejects(accept(first.token, { password: 'another horse battery' }), refused('invalid_credentials'));
  const joined = await accept(first.token);
  const member = await world.call('get_member', { id: joined.id }, { as: boss });
  assert.deepEqual([member.name, member.user_id], ['Carla', (await me(withPassword.actor)).user.id]);
  const second = await invited(signedIn.email, 'viewer');
  await world.call('join_organization', { token: second.token }, { as: signedIn.actor });
  const { data } = await world.call('list_organizations', {}, { as: signedIn.actor });
  assert.deepEqual(
    data.map(({ name }: Wire) => name),
    ['Dora & Co', 'Boss & Co'],
  );
});

function me(as: Wire): Promise<Wire> {
  return world.call('get_me', {}, { as });
}

test('an invite is for its address alone', async () => {
  const [meant, other] = [await register(world, 'Meant'), await register(world, 'Other')];
  const { token } = await invited(meant.email, 'viewer');
  await assert.rejects(world.call('join_organization', { token }, { as: other.actor }), refused('not_found'));
  await world.call('join_organization', { token }, { as: meant.actor });
});

test('a link works once: of twenty who use it at once, one becomes a member', async () => {
  const email = newAddress();
  const { token } = await invited(email, 'viewer');
  const settled = await Promise.allSettled(Array.from({ length: 20 }, () => accept(token)));
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
  const { data } = await world.call('list_members', { q: email }, { as: boss });
  assert.equal(data.length, 1);
  await assert.rejects(accept(token), refused('not_found'));
});

test('of two invites to one new address, both lead in, and one of two answers at once makes the account', async () => {
  const email = newAddress();
  const rival = await openTeam(world, 'Rival');
  const tokens = [(await invited(email, 'viewer')).token, (await rival.invited(email, 'viewer')).token];
  const settled = await Promise.allSettled(tokens.map((token) => accept(token)));
  for (const [index, outcome] of settled.entries()) {
    if (outcome.status === 'fulfilled') continue;
    assert.ok(['email_taken', 'invalid_credentials'].includes(outcome.reason.kind.code));
    await accept(tokens[index] ?? '');
  }
  const session = await asStranger(world, 'login', { email, password });
  const { organizations } = await me(await world.access.actorOf(session.access_token));
  assert.equal(organizations.length, 2);
});

test('links that never were, were used, taken back, replaced, declined or expired are answered alike', async () => {
  const [used, revoked, replaced, declined, expired] = await Promise.all(
    ['viewer', 'viewer', 'viewer', 'viewer', 'viewer'].map((role) => invited(newAddress(), role)),
  );
  assert.ok(used && revoked && replaced && declined && expired);
  await accept(used.token);
  await world.call('revoke_invite', { id: revoked.invite.id }, { as: boss });
  await world.call('resend_invite', { id: replaced.invite.id }, { as: boss });
  await asStranger(world, 'decline_invite', { token: declined.token });
  await expire(expired.invite.id);
  const told = new Set<string>();
  for (const { token } of [used, revoked, replaced, declined, expired, { token: 'never' }]) {
    for (const name of ['read_invite', 'accept_invite', 'decline_invite']) {
      const input = name === 'accept_invite' ? { token, ...bookkeeper } : { token };
      await assert.rejects(asStranger(world, name, input), (error: Wire) => {
        told.add(JSON.stringify([error.kind.code, error.message, error.details]));
        return true;
      });
    }
    const helper = await register(world, 'Helper');
    await assert.rejects(world.call('join_organization', { token }, { as: helper.actor }), refused('not_found'));
  }
  assert.equal(told.size, 1, [...told].join('\n'));
  const statuses = await Promise.all(
    [used, revoked, replaced, declined, expired].map(async ({ invite }) => {
      return (await world.call('get_invite', { id: invite.id }, { as: boss })).status;
    }),
  );
  assert.deepEqual(statuses, ['accepted', 'revoked', 'pending', 'declined', 'expired']);
});

/** As if seven days had gone by. */
async function expire(id: string): Promise<void> {
  const organization = boss.organization?.id;
  await world.db.transaction({ organization }, (db) =>
    db.run(sql`
      update invites set expires_at = now() - interval '1 second'
      where organization_id = ${organization} and id = ${uuidFrom('inv', id)}`),
  );
}

test('a link works for seven days and no longer', async () => {
  world.setNow('2027-05-01T12:00:00.000Z');
  const { invite, token } = await invited(newAddress(), 'viewer');
  assert.equal(invite.expires_at, '2027-05-08T12:00:00.000Z');
  world.setNow('2027-05-08T11:59:59.999Z');
  await asStranger(world, 'read_invite', { token });
  world.setNow('2027-05-08T12:00:00.000Z');
  await assert.rejects(asStranger(world, 'read_invite', { token }), refused('not_found'));
  world.setNow(undefined);
});

test('what is sent again has a new link, and the one of before ends', async () => {
  const email = newAddress();
  const { invite, token } = await invited(email, 'viewer');
  const again = await world.call('resend_invite', { id: invite.id }, { as: boss });
  assert.deepEqual([again.mails, again.status], [2, 'pending']);
  const anew = await tokenMailedTo(world, email);
  assert.notEqual(anew, token);
  await assert.rejects(asStranger(world, 'read_invite', { token }), refused('not_found'));
  await accept(anew);
  await assert.rejects(
    world.call('resend_invite', { id: invite.id }, { as: boss }),
    refused('invalid_state_transition', ({ status }) => assert.equal(status, 'accepted')),
  );
  await assert.rejects(
    world.call('revoke_invite', { id: invite.id }, { as: boss }),
    refused('invalid_state_transition'),
  );
});

test('an invite that was taken back or has expired can be sent again, unless another has taken its place', async () => {
  const email = newAddress();
  const { invite } = await invited(email, 'viewer');
  await world.call('revoke_invite', { id: invite.id }, { as: boss });
  const other = await invited(email, 'sales');
  const resend = () => world.call('resend_invite', { id: invite.id }, { as: boss });
  await assert.rejects(resend(), refused('already_invited'));
  await expire(other.invite.id);
  const third = await invited(email, 'stock');
  await assert.rejects(
    invited(email, 'stock'),
    refused('already_invited', ({ invite_id: id }) => assert.equal(id, third.invite.id)),
  );
  await world.call('revoke_invite', { id: third.invite.id }, { as: boss });
  await resend();
  assert.deepEqual((await accept(await tokenMailedTo(world, email))).roles, ['viewer']);
});

test('members are not invited, and whoever was removed comes back as the same member', async () => {
  const helper = await team.colleague('sales');
  const { email } = helper.person;
  const again = () => invited(email, 'viewer');
  await assert.rejects(
    again(),
    refused('already_member', ({ member_id: id }) => assert.equal(id, helper.member)),
  );
  await world.call('suspend_member', { id: helper.member }, { as: boss });
  await assert.rejects(again(), refused('already_member'));
  await world.call('remove_member', { id: helper.member }, { as: boss });
  const joined = await accept((await again()).token);
  assert.equal(joined.id, helper.member);
  await assert.rejects(helper.again(), refused('unauthenticated'));
});

test('a suspended member does not come in by an invite of before', async () => {
  const person = await register(world, 'Sly');
  const { token } = await invited(person.email, 'viewer');
  const first = await world.call('create_role', { name: 'Passing', permissions: ['clients:read'] }, { as: boss });
  await join(world, person, boss, 'Passing');
  const { data } = await world.call('list_members', { role_id: first.id }, { as: boss });
  await world.call('suspend_member', { id: data[0].id }, { as: boss });
  await assert.rejects(accept(token), refused('already_member'));
  await assert.rejects(world.call('join_organization', { token }, { as: person.actor }), refused('already_member'));
});

test('invites are listed by what became of them, and found by their address', async () => {
  const { data } = await world.call('list_invites', { status: ['accepted'], limit: 100 }, { as: boss });
  assert.ok(data.length > 0 && data.every(({ status }: Wire) => status === 'accepted'));
  const email = newAddress();
  await invited(email, 'viewer');
  const found = await world.call('list_invites', { q: email.slice(0, 10), include: ['total_count'] }, { as: boss });
  assert.deepEqual([found.data[0].email, found.total_count], [email, 1]);
});

test('an address is mailed ten times at most, and two hundred invites wait at most', async () => {
  const { invite } = await invited(newAddress(), 'viewer');
  for (let mails = 1; mails < 10; mails += 1) await world.call('resend_invite', { id: invite.id }, { as: boss });
  await assert.rejects(
    world.call('resend_invite', { id: invite.id }, { as: boss }),
    refused('limit_exceeded', ({ max }) => assert.equal(max, 10)),
  );
  const busy = await openTeam(world, 'Busy');
  const role_ids = [await busy.roleId('viewer')];
  const another = () => world.call('create_invite', { email: newAddress(), role_ids }, { as: busy.boss });
  for (let made = 0; made < 200; made += 1) await another();
  await assert.rejects(another(), refused('limit_exceeded'));
});
