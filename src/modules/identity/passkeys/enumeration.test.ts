import { test } from 'node:test';
import { type Authenticator, newAuthenticator, strangersKey } from '../../../../test/support/authenticator.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { callFrom, password, register } from '../../../../test/support/people.ts';
import { assertTellsNothing, millisecondsOf, tellingness } from '../../../../test/support/tellingness.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { anonymous } from '../../../operation/actor.ts';

const world = await createWorld();
/** Throttling would answer before the work that is timed here. */
const unthrottled = { runtime: { ...world.runtime, settings: { ...world.runtime.settings, throttle: false } } };
const from = { actor: anonymous, ip: '192.0.2.1' };
const nobodys = strangersKey();

const devices: Authenticator[] = [];
for (let index = 0; index < 5; index += 1) {
  const { actor } = await register(world, `Person${index}`);
  const device = newAuthenticator();
  const { public_key } = await callFrom(world, { actor }, 'start_passkey', { current_password: password });
  await callFrom(world, { actor }, 'create_passkey', { name: 'Phone', credential: device.create(public_key) });
  devices.push(device);
}

/** What a stranger sends who knows the id of a passkey, or makes one up. */
async function guessed(round: number, isKnown: boolean): Promise<number> {
  const { public_key } = await callFrom(unthrottled, from, 'get_passkey_login', {});
  const device = devices[round % devices.length];
  const id = isKnown ? device?.id : Buffer.alloc(32, round % 200).toString('base64url');
  const credential = device?.get(public_key, { id: id ?? '', key: nobodys });
  return millisecondsOf(() => callFrom(unthrottled, from, 'login_with_passkey', { credential }));
}

test('the time of a refused passkey does not tell whether there is such a passkey', longTest, async () => {
  await assertTellsNothing(() =>
    tellingness(
      (round) => guessed(round, true),
      (round) => guessed(round, false),
    ),
  );
});
