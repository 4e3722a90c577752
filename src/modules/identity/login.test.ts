import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { BusinessError } from '../../operation/errors.ts';
import { Id } from '../../wire/index.ts';
import { asStranger, auditOf, join, password, register, signIn } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();

test('signing in answers a token that opens the organisation, and a refresh token', async () => {
  const ben = await register(world, 'Ben');
  const tokens = await signIn(world, ben, {}, { ip: '192.0.2.7', userAgent: 'test' });
  assert.equal(tokens.token_type, 'Bearer');
  assert.equal(tokens.expires_in, 86_400);
  assert.equal(tokens.refresh_expires_in, 30 * 86_400);
  assert.match(tokens.organization_id, /^org_/);
  const actor = await world.access.actorOf(tokens.access_token);
  assert.equal(actor.userId, ben.actor.userId);
  assert.equal(actor.organization?.id, ben.actor.organization?.id);
  assert.ok(actor.permissions.has('team:manage'));
  const { data } = await world.call('list_sessions', {}, { as: actor });
  assert.deepEqual(data.map((session: { current: boolean }) => session.current).toSorted(), [false, true]);
  assert.equal(data.find((session: { current: boolean }) => session.current).ip, '192.0.2.7');
});

test('the address is taken however it is capitalised', async () => {
  const cai = await register(world, 'Cai');
  const tokens = await asStranger(world, 'login', { email: cai.email.toUpperCase(), password });
  assert.match(tokens.access_token, /^ey/);
});

test('a wrong password and an unknown address are refused with the same words', async () => {
  const dea = await register(world, 'Dea');
  const refusals: unknown[] = [];
  for (const email of [dea.email, 'nobody@example.com']) {
    await assert.rejects(asStranger(world, 'login', { email, password: 'wrong' }), (error) => {
      assert.ok(error instanceof BusinessError);
      refusals.push({ code: error.kind.code, status: error.kind.status, message: error.message, ...error.details });
      return true;
    });
  }
  assert.deepEqual(refusals[0], refusals[1]);
  assert.deepEqual(refusals[0], {
    code: 'invalid_credentials',
    status: 401,
    message: 'The e-mail address or the password is wrong.',
  });
});

test('signing in is audited, refused or not, without any secret', async () => {
  const eli = await register(world, 'Eli');
  await assert.rejects(signIn(world, { ...eli, password: 'let me in' }, {}, { ip: '192.0.2.9' }));
  await signIn(world, eli);
  const [success, failure, ...rest] = await auditOf(world, eli.actor, 'login');
  assert.equal(rest.length, 0);
  assert.equal(failure.after.refused, 'invalid_credentials');
  assert.equal(failure.actor.type, 'anonymous');
  assert.match(failure.target_id, /^user_/);
  assert.equal(failure.ip, '192.0.2.9');
  assert.equal(success.actor.type, 'user');
  assert.equal(success.actor.id, z.encode(Id('user'), eli.actor.userId));
  for (const row of [success, failure]) {
    const text = JSON.stringify(row);
    for (const secret of [password, 'let me in', 'eyJ', 'dbr_']) assert.equal(text.includes(secret), false, secret);
  }
});

test('signing in goes to the organisation used last, or to the one asked for', async () => {
  const [fay, gus] = [await register(world, 'Fay'), await register(world, 'Gus')];
  await join(world, fay, gus.actor, 'viewer');
  const own = fay.tokens.organization_id;
  assert.equal((await signIn(world, fay)).organization_id, own);
  const there = await signIn(world, fay, { organization_id: gus.tokens.organization_id });
  assert.equal(there.organization_id, gus.tokens.organization_id);
  const actor = await world.access.actorOf(there.access_token);
  assert.equal(actor.permissions.has('sales:write'), false);
  assert.ok(actor.permissions.has('sales:read'));
  assert.equal((await signIn(world, fay)).organization_id, gus.tokens.organization_id);
});

test('an organisation that is not yours does not exist', async () => {
  const [hal, ivy] = [await register(world, 'Hal'), await register(world, 'Ivy')];
  const ghost = 'org_01h455vb4pex5vsknk084sn02q';
  for (const organization_id of [ivy.tokens.organization_id, ghost]) {
    await assert.rejects(
      signIn(world, hal, { organization_id }),
      refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, '/organization_id')),
    );
  }
  assert.equal((await auditOf(world, ivy.actor, 'login')).length, 0);
});

test('who has been removed everywhere cannot sign in', async () => {
  const jan = await register(world, 'Jan');
  await world.db.transaction({ organization: jan.actor.organization?.id }, (db) =>
    db.run(sql`update members set status = 'removed' where user_id = ${jan.actor.userId}`),
  );
  await assert.rejects(signIn(world, jan), refused('no_membership'));
});

test('a dry run of signing in is refused, since its answer would be the real thing', async () => {
  const kim = await register(world, 'Kim');
  const input = { email: kim.email, password };
  await assert.rejects(world.call('login', input, { dryRun: true }), refused('validation_failed'));
});
