import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous } from '../../operation/actor.ts';
import { callFrom, type Person, register } from '../../../test/support/people.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
/** Throttling would answer before the work that is timed here. */
const unthrottled = { runtime: { ...world.runtime, settings: { ...world.runtime.settings, throttle: false } } };
const from = { actor: anonymous, ip: '192.0.2.1' };
const rounds = Number(process.env['TIMING_ROUNDS'] ?? 40);
const people: Person[] = [];
for (let index = 0; index < 5; index += 1) people.push(await register(world, `Person${index}`));

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work().catch(() => undefined);
  return performance.now() - began;
}

/** The chance that a call for somebody who exists takes longer than one for nobody: 0.5 tells nothing, 1 tells all. */
function tellingness(known: readonly number[], unknown: readonly number[]): number {
  const longer = known.flatMap((a) => unknown.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return longer.reduce<number>((sum, value) => sum + value, 0) / longer.length;
}

async function measure(call: (email: string) => Promise<unknown>): Promise<number> {
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = -5; round < rounds; round += 1) {
    const someone = people[(round + 5) % people.length]?.email ?? '';
    const nobody = `person${round % people.length}-ffffffff@example.com`;
    const pair = [
      { times: known, email: someone },
      { times: unknown, email: nobody },
    ];
    // In turns, so that whatever else the machine does falls on both alike; the first rounds only warm up.
    for (const { times, email } of round % 2 === 0 ? pair : pair.toReversed()) {
      const took = await millisecondsOf(() => call(email));
      if (round >= 0) times.push(took);
    }
  }
  return tellingness(known, unknown);
}

/** Up to three times, since a burst of other work may fall on one side; what really tells does so each time. */
async function assertTellsNothing(call: (email: string) => Promise<unknown>): Promise<void> {
  const chances: number[] = [];
  while (chances.length < 3 && !chances.some((chance) => chance > 0.4 && chance < 0.6)) {
    chances.push(await measure(call));
  }
  const text = chances.map((chance) => chance.toFixed(3)).join(', ');
  if (process.env['TIMING_ROUNDS'] !== undefined) console.log(`tellingness ${text} of ${rounds} rounds`);
  assert.ok((chances.at(-1) ?? 1) > 0.4 && (chances.at(-1) ?? 1) < 0.6, `a call for somebody takes longer: ${text}`);
}

test('the time of a refused sign-in does not tell whether there is such an account', async () => {
  await assertTellsNothing((email) => callFrom(unthrottled, from, 'login', { email, password: 'not the password' }));
});

test('the time of asking for a new password does not tell either', async () => {
  await assertTellsNothing((email) => callFrom(unthrottled, from, 'forgot_password', { email }));
});

test('the measure itself tells: two milliseconds more for somebody is seen', async () => {
  const chance = await measure(async (email) => {
    if (people.some((person) => person.email === email)) await new Promise((resolve) => setTimeout(resolve, 3));
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
  assert.ok(chance > 0.9, `${chance}`);
});
