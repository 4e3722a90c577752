import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, type Person, register, signIn } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { bytesOf } from '../../../test/support/totp.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { totpCode, totpStep } from './totp.ts';

const world = await createWorld();
const start = '2026-11-21T09:00:00.000Z';
const oneStepLater = '2026-11-21T09:00:30.000Z';

/** Registers somebody and turns their second factor on. */
async function withTotp(name: string): Promise<{ person: Person; codes: string[]; codeNow: () => string }> {
  world.setNow(start);
  const person = await register(world, name);
  const { secret } = await world.call('start_totp', {}, { as: person.actor });
  const codeNow = () => totpCode(bytesOf(secret), totpStep(world.runtime.now()));
  const { recovery_codes } = await world.call('confirm_totp', { totp_code: codeNow() }, { as: person.actor });
  return { person, codes: recovery_codes, codeNow };
}

test('with a second factor, the password alone does not sign in', async () => {
  const { person, codeNow } = await withTotp('Ada');
  world.setNow(oneStepLater);
  await assert.rejects(signIn(world, person), refused('totp_required'));
  await assert.rejects(signIn(world, person, { totp_code: '000000' }), refused('totp_required'));
  await assert.rejects(
    signIn(world, { ...person, password: 'wrong' }, { totp_code: codeNow() }),
    refused('invalid_credentials'),
  );
  assert.ok(await signIn(world, person, { totp_code: codeNow() }));
});

test('a code works once: not again at once, not by ten at a time, not the one that confirmed', async () => {
  const { person, codeNow } = await withTotp('Bob');
  await assert.rejects(signIn(world, person, { totp_code: codeNow() }), refused('totp_required'));
  world.setNow(oneStepLater);
  const attempts = Array.from({ length: 10 }, () => signIn(world, person, { totp_code: codeNow() }));
  const settled = await Promise.allSettled(attempts);
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(
    signIn(world, person, { totp_code: codeNow() }),
    refused('totp_required', ({ errors }) => assert.equal(errors[0].pointer, '/totp_code')),
  );
});

test('each recovery code works once, however it is typed', async () => {
  const { person, codes } = await withTotp('Cid');
  assert.equal(codes.length, 10);
  assert.match(codes[0] ?? '', /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  const settled = await Promise.allSettled(
    codes
      .slice(0, 1)
      .flatMap((code) => [code, code, code])
      .map(signInWith),
  );
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
  const sloppy = codes[1]?.toUpperCase().replaceAll('-', ' ');
  const actor = await world.access.actorOf((await signIn(world, person, { totp_code: sloppy })).access_token);
  assert.equal((await world.call('get_me', {}, { as: actor })).user.recovery_codes_left, 8);
  function signInWith(code: string): Promise<Wire> {
    return signIn(world, person, { totp_code: code });
  }
});

test('the second factor is off until it is confirmed, and a wrong code does not confirm it', async () => {
  world.setNow(start);
  const person = await register(world, 'Dan');
  await assert.rejects(
    world.call('confirm_totp', { totp_code: '123456' }, { as: person.actor }),
    refused('invalid_state_transition'),
  );
  await world.call('start_totp', {}, { as: person.actor });
  await assert.rejects(
    world.call('confirm_totp', { totp_code: '000000' }, { as: person.actor }),
    refused('totp_required'),
  );
  assert.ok(await signIn(world, person));
});

test('only a code turns the second factor off, and it cannot be set up over itself', async () => {
  const { person, codeNow } = await withTotp('Eva');
  const { actor } = person;
  await assert.rejects(world.call('start_totp', {}, { as: actor }), refused('invalid_state_transition'));
  await assert.rejects(
    world.call('confirm_totp', { totp_code: '123456' }, { as: actor }),
    refused('invalid_state_transition'),
  );
  await assert.rejects(world.call('disable_totp', { totp_code: codeNow() }, { as: actor }), refused('totp_required'));
  world.setNow(oneStepLater);
  await world.call('disable_totp', { totp_code: codeNow() }, { as: actor });
  assert.ok(await signIn(world, person));
  await assert.rejects(
    world.call('disable_totp', { totp_code: codeNow() }, { as: actor }),
    refused('invalid_state_transition'),
  );
});

test('neither the secret, nor a code, nor a recovery code is written down anywhere', async () => {
  const { person, codes, codeNow } = await withTotp('Flo');
  world.setNow(oneStepLater);
  await signIn(world, person, { totp_code: codeNow() });
  const rows = [];
  for (const action of ['start_totp', 'confirm_totp', 'login'])
    rows.push(...(await auditOf(world, person.actor, action)));
  const text = JSON.stringify(rows);
  assert.equal(rows.length, 3);
  assert.equal(/otpauth:|secret=/.test(text), false);
  for (const secret of [...codes, codeNow()]) assert.equal(text.includes(secret), false);
});
