import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../db/sql.ts';
import { asStranger, auditOf, giveRoles, register, signIn } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const phone = { ip: '192.0.2.1', userAgent: 'phone' };
const thief = { ip: '192.0.2.66', userAgent: 'curl' };
const morning = '2026-11-21T09:00:00.000Z';
const later = '2026-11-21T09:00:11.000Z';

function refresh(token: string, from = phone): Promise<Wire> {
  return asStranger(world, 'refresh', { refresh_token: token }, from);
}

async function signedIn(name: string) {
  world.setNow(morning);
  const person = await register(world, name);
  return { person, tokens: await signIn(world, person, {}, phone) };
}

test('a refresh token gives a new access token and a new refresh token', async () => {
  const { person, tokens } = await signedIn('Ada');
  const next = await refresh(tokens.refresh_token);
  assert.notEqual(next.refresh_token, tokens.refresh_token);
  assert.notEqual(next.access_token, tokens.access_token);
  assert.deepEqual(Object.keys(next).toSorted(), Object.keys(tokens).toSorted());
  assert.equal((await world.access.actorOf(next.access_token)).userId, person.actor.userId);
  assert.ok(await refresh(next.refresh_token));
});

test('twenty refreshes of one token at once leave exactly one chain, and nobody is signed out', async () => {
  const { tokens } = await signedIn('Bea');
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.refresh_token)));
  assert.equal(new Set(answers.map((answer) => answer.refresh_token)).size, 1);
  const { sid } = claimsOf(tokens.access_token);
  const [state] = await world.db.transaction({}, (db) =>
    db.many<{ live: bigint; all: bigint }>(sql`
      select count(*) filter (where used_at is null) as live, count(*) as all
      from refresh_tokens where session_id = ${sid}`),
  );
  assert.deepEqual(state, { live: 1n, all: 2n });
  world.setNow(later);
  assert.ok(await refresh(answers[7].refresh_token));
});

test('an old refresh token, used again after the grace time, ends the session for thief and owner alike', async () => {
  const { person, tokens } = await signedIn('Cem');
  const next = await refresh(tokens.refresh_token);
  world.setNow(later);
  await assert.rejects(refresh(tokens.refresh_token), refused('invalid_refresh_token'));
  await assert.rejects(refresh(next.refresh_token), refused('invalid_refresh_token'));
  await assert.rejects(world.access.actorOf(next.access_token), refused('unauthenticated'));
  const [row] = await auditOf(world, person.actor, 'refresh');
  assert.equal(row.after.refused, 'invalid_refresh_token');
  assert.match(row.target_id, /^sess_/);
  assert.ok(await world.access.actorOf(person.tokens.access_token), 'another session goes on');
});

test('an old refresh token from another client ends the session at once, grace or not', async () => {
  const { tokens } = await signedIn('Dov');
  const next = await refresh(tokens.refresh_token);
  await assert.rejects(refresh(tokens.refresh_token, thief), refused('invalid_refresh_token'));
  await assert.rejects(refresh(next.refresh_token), refused('invalid_refresh_token'));
});

test('a token two steps back is a stolen one, grace or not', async () => {
  const { tokens } = await signedIn('Ema');
  const second = await refresh(tokens.refresh_token);
  const third = await refresh(second.refresh_token);
  await assert.rejects(refresh(tokens.refresh_token), refused('invalid_refresh_token'));
  await assert.rejects(refresh(third.refresh_token), refused('invalid_refresh_token'));
});

test('what was never a refresh token opens nothing', async () => {
  const { tokens } = await signedIn('Fin');
  for (const token of ['dbr_x', tokens.access_token.slice(0, 200), `${tokens.refresh_token}x`]) {
    await assert.rejects(refresh(token), refused('invalid_refresh_token'));
  }
  assert.ok(await refresh(tokens.refresh_token));
});

test('thirty days unused, or half a year of use, and one has to sign in again', async () => {
  const { tokens } = await signedIn('Gil');
  world.setNow('2026-12-21T08:59:59.000Z');
  let { refresh_token: token } = await refresh(tokens.refresh_token);
  world.setNow('2027-01-20T09:00:00.000Z');
  await assert.rejects(refresh(token), refused('invalid_refresh_token'));
  const busy = await signedIn('Hao');
  token = busy.tokens.refresh_token;
  for (const day of ['2026-12-20', '2027-01-18', '2027-02-16', '2027-03-17', '2027-04-15', '2027-05-14']) {
    world.setNow(`${day}T09:00:00.000Z`);
    ({ refresh_token: token } = await refresh(token));
  }
  world.setNow('2027-05-20T09:00:01.000Z');
  await assert.rejects(refresh(token), refused('invalid_refresh_token'));
});

test('who is no member any more cannot refresh, and a refreshed token has the rights of now', async () => {
  const { person, tokens } = await signedIn('Ian');
  await giveRoles(world, person.actor, ['viewer']);
  const next = await refresh(tokens.refresh_token);
  assert.equal((await world.access.actorOf(next.access_token)).permissions.has('sales:write'), false);
  await world.db.transaction({ organization: person.actor.organization?.id }, (db) =>
    db.run(sql`update members set status = 'suspended' where user_id = ${person.actor.userId}`),
  );
  await assert.rejects(refresh(next.refresh_token), refused('invalid_refresh_token'));
});

test('no table holds a token that could be used', async () => {
  const { tokens } = await signedIn('Joy');
  const next = await refresh(tokens.refresh_token);
  const rows = await world.db.transaction({}, (db) =>
    db.many<{ row: string }>(sql`
      select refresh_tokens::text as row from refresh_tokens union all select sessions::text from sessions`),
  );
  const text = rows.map(({ row }) => row).join('\n');
  for (const token of [tokens.refresh_token, next.refresh_token]) {
    assert.equal(text.includes(token), false);
    assert.equal(text.includes(Buffer.from(token.slice(4), 'base64url').toString('hex')), false);
  }
});

function claimsOf(token: string): { sid: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
