import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous } from '../../operation/actor.ts';
import { longTest } from '../../../test/support/dose.ts';
import { callFrom, type Person, register } from '../../../test/support/people.ts';
import { assertTellsNothing, millisecondsOf, tellingness } from '../../../test/support/tellingness.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
/** Throttling would answer before the work that is timed here. */
const unthrottled = { runtime: { ...world.runtime, settings: { ...world.runtime.settings, throttle: false } } };
const from = { actor: anonymous, ip: '192.0.2.1' };
const people: Person[] = [];
for (let index = 0; index < 5; index += 1) people.push(await register(world, `Person${index}`));

function measure(call: (email: string) => Promise<unknown>): Promise<number> {
  return tellingness(
    (round) => millisecondsOf(() => call(people[round % people.length]?.email ?? '')),
    (round) => millisecondsOf(() => call(`person${round % people.length}-ffffffff@example.com`)),
  );
}

test('the time of a refused sign-in does not tell whether there is such an account', longTest, async () => {
  await assertTellsNothing(() =>
    measure((email) => callFrom(unthrottled, from, 'login', { email, password: 'not the password' })),
  );
});

test('the time of asking for a new password does not tell either', longTest, async () => {
  await assertTellsNothing(() => measure((email) => callFrom(unthrottled, from, 'forgot_password', { email })));
});

test('the measure itself tells: two milliseconds more for somebody is seen', async () => {
  const chance = await measure(async (email) => {
    if (people.some((person) => person.email === email)) await new Promise((resolve) => setTimeout(resolve, 3));
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
  assert.ok(chance > 0.9, `${chance}`);
});
