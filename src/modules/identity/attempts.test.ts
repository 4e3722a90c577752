import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Outside } from '../../operation/operation.ts';
import { longTest } from '../../../test/support/dose.ts';
import { asStranger, register, signIn } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';
import { countAttempt, waitSeconds } from './attempts.ts';

const world = await createWorld();
world.setNow('2026-11-21T09:00:00.000Z');

/** Number of attempts that met each refusal. */
async function outcomes(
  attempts: readonly (() => Promise<unknown>)[],
  parallel: boolean,
): Promise<Map<string, number>> {
  const met = new Map<string, number>();
  const one = async (attempt: () => Promise<unknown>) => {
    const code = await attempt().then(
      () => 'success',
      (error: unknown) => (error instanceof BusinessError ? error.kind.code : String(error)),
    );
    met.set(code, (met.get(code) ?? 0) + 1);
  };
  if (parallel) await Promise.all(attempts.map(one));
  else for (const attempt of attempts) await one(attempt);
  return met;
}

function guesses(count: number, email: string, ipOf: (index: number) => string): (() => Promise<unknown>)[] {
  return Array.from(
    { length: count },
    (_, index) => () => asStranger(world, 'login', { email, password: `guess ${index}` }, { ip: ipOf(index) }),
  );
}

/** The counting alone, without the hashing that follows it. */
function counts(
  count: number,
  account: string,
  ipOf: (index: number) => string,
  throttle = true,
): (() => Promise<unknown>)[] {
  const { runtime } = world;
  return Array.from({ length: count }, (_, index) => () => {
    const origin = { door: 'rest' as const, requestId: 'test', ip: ipOf(index) };
    const settings = { ...runtime.settings, throttle };
    const outside: Outside = {
      origin,
      settings,
      actor: anonymous,
      now: runtime.now(),
      newId: runtime.newId,
      secrets: runtime.secrets,
      read: (scope, work) => runtime.db.transaction(scope, work),
      write: (work) => runtime.db.transaction({}, work),
    };
    return countAttempt(outside, account);
  });
}

test('of fifty wrong passwords in a row, twenty are looked at', longTest, async () => {
  const { email } = await register(world, 'Lea');
  const met = await outcomes(
    guesses(50, email, () => '198.51.100.1'),
    false,
  );
  assert.deepEqual(Object.fromEntries(met), { invalid_credentials: 20, rate_limited: 30 });
});

test('of fifty wrong passwords at once, twenty are looked at', async () => {
  const { email } = await register(world, 'Max');
  const met = await outcomes(
    guesses(50, email, () => '198.51.100.2'),
    true,
  );
  assert.deepEqual(Object.fromEntries(met), { invalid_credentials: 20, rate_limited: 30 });
});

test('a guesser is told how long to wait, waits longer each time, and locks nobody else out', async () => {
  const nia = await register(world, 'Nia');
  const from = { ip: '198.51.100.3' };
  await outcomes(
    guesses(20, nia.email, () => from.ip),
    false,
  );
  await assert.rejects(
    signIn(world, nia, {}, from),
    refused('rate_limited', ({ retry_after }) => assert.equal(retry_after, 1)),
  );
  world.setNow('2026-11-21T09:00:02.000Z');
  await assert.rejects(signIn(world, { ...nia, password: 'wrong' }, {}, from), refused('invalid_credentials'));
  await assert.rejects(
    signIn(world, nia, {}, from),
    refused('rate_limited', ({ retry_after }) => assert.equal(retry_after, 2)),
  );
  assert.ok(await signIn(world, nia, {}, { ip: '203.0.113.50' }));
  world.setNow('2026-11-21T09:00:05.000Z');
  assert.ok(await signIn(world, nia, {}, from));
});

test('guessing at one account from many addresses is slowed down too', async () => {
  const met = await outcomes(
    counts(50, 'oda@example.com', (index) => `203.0.113.${index}`),
    false,
  );
  assert.deepEqual(Object.fromEntries(met), { success: 40, rate_limited: 10 });
});

test('guessing at many accounts from one address is slowed down, and a /64 of IPv6 is one address', async () => {
  const attempts = Array.from({ length: 120 }, (_, index) => {
    return counts(1, `stolen-${index}@example.com`, () => `2001:db8::${index}`);
  });
  const met = await outcomes(attempts.flat(), true);
  assert.deepEqual(Object.fromEntries(met), { success: 100, rate_limited: 20 });
});

test('signing in often and rightly from one address never slows anybody down', async () => {
  const person = await register(world, 'Pia');
  const attempts = Array.from({ length: 30 }, () => () => signIn(world, person, {}, { ip: '198.51.100.9' }));
  for (let done = 0; done < attempts.length; done += 10) {
    const met = await outcomes(attempts.slice(done, done + 10), true);
    assert.deepEqual(Object.fromEntries(met), { success: 10 });
  }
});

test('a day without an attempt forgives', async () => {
  await outcomes(
    counts(25, 'quy@example.com', () => '198.51.100.4'),
    false,
  );
  world.setNow('2026-11-22T10:00:00.000Z');
  const met = await outcomes(
    counts(20, 'quy@example.com', () => '198.51.100.4'),
    false,
  );
  assert.deepEqual(Object.fromEntries(met), { success: 20 });
});

test('where throttling is off, for a load test, attempts are counted and none is refused', async () => {
  const met = await outcomes(
    counts(60, 'sam@example.com', () => '198.51.100.6', false),
    false,
  );
  assert.deepEqual(Object.fromEntries(met), { success: 60 });
});

test('the wait doubles up to its longest and never overflows', () => {
  const limit = { free: 5, waitMaxSeconds: 900 };
  assert.deepEqual(
    [1, 4, 5, 6, 7, 15, 1_000, 1_000_000].map((count) => waitSeconds(count, limit)),
    [0, 0, 1, 2, 4, 900, 900, 900],
  );
});

test('right and wrong passwords for one account at once never wait for each other in a circle', longTest, async () => {
  const una = await register(world, 'Una');
  const wrong = guesses(8, una.email, () => '198.51.100.7');
  const right = Array.from({ length: 8 }, () => () => signIn(world, una, {}, { ip: '198.51.100.7' }));
  for (let round = 0; round < 5; round += 1) {
    const met = await outcomes([...wrong.slice(0, 2), ...right, ...wrong.slice(2, 3)], true);
    assert.deepEqual([...met.keys()].toSorted(), ['invalid_credentials', 'success']);
  }
});
