import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { anonymous } from '../../operation/actor.ts';
import { tokenMailedTo } from '../../../test/support/invites.ts';
import { callFrom, password, type Person, register } from '../../../test/support/people.ts';
import { openTeam } from '../../../test/support/team.ts';
import { assertTellsNothing, millisecondsOf, tellingness } from '../../../test/support/tellingness.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
/** Throttling would answer before the work that is timed here. */
const unthrottled = { runtime: { ...world.runtime, settings: { ...world.runtime.settings, throttle: false } } };
const from = { actor: anonymous, ip: '192.0.2.1' };
const { boss, roleId } = await openTeam(world, 'Boss');
const role_ids = [await roleId('viewer')];
const people: Person[] = [];
for (let index = 0; index < 5; index += 1) people.push(await register(world, `Person${index}`));

const known = (round: number) => people[round % people.length]?.email ?? '';
const unknown = () => `nobody-${randomUUID()}@example.com`;

/** Invites and takes the invite back; only the first is timed. */
async function inviting(email: string): Promise<number> {
  let invite: Wire;
  const took = await millisecondsOf(async () => {
    invite = await world.call('create_invite', { email, role_ids }, { as: boss });
  });
  await world.call('revoke_invite', { id: invite.id }, { as: boss });
  return took;
}

/** Invites, accepts, and removes the member; only accepting is timed. */
async function accepting(email: string): Promise<number> {
  await world.call('create_invite', { email, role_ids }, { as: boss });
  const token = await tokenMailedTo(world, email);
  let joined: Wire;
  const took = await millisecondsOf(async () => {
    joined = await callFrom(unthrottled, from, 'accept_invite', { token, name: 'Berta', password });
  });
  assert.equal(joined.email, email);
  await world.call('remove_member', { id: joined.id }, { as: boss });
  return took;
}

test('the time of inviting somebody does not tell whether the address has an account elsewhere', async () => {
  await assertTellsNothing(() =>
    tellingness(
      (round) => inviting(known(round)),
      () => inviting(unknown()),
    ),
  );
});

test('the time of accepting does not tell whether the address had an account', async () => {
  await assertTellsNothing(() =>
    tellingness(
      (round) => accepting(known(round)),
      () => accepting(unknown()),
    ),
  );
});
