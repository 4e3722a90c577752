import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  asStranger,
  auditOf,
  callFrom,
  join,
  password,
  type Person,
  register,
  signIn,
} from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { bytesOf } from '../../../test/support/totp.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { totpCode, totpStep } from './totp.ts';

const world = await createWorld();
const userOf = ({ actor }: Person) => typeIdFrom('user', actor.userId);
const sessionOf = ({ actor }: Person) => typeIdFrom('sess', actor.credentialId);

/** The only row of an action, which an organisation must have. */
async function rowOf(of: Person, action: string): Promise<Wire> {
  const rows = await auditOf(world, of.actor, action);
  assert.equal(rows.length, 1, action);
  return rows[0];
}

function callAs(person: Person, name: string, input: object = {}): Promise<Wire> {
  return callFrom(world, { actor: person.actor }, name, input);
}

async function rowsInAll(): Promise<number> {
  const { rows } = await world.db.transaction({}, (db) =>
    db.one<{ rows: number }>(sql`select count(*)::int as rows from audit_unsealed`),
  );
  return rows;
}

test('whoever signs in, goes on, moves and signs out is on record, with whose account and session it is', async () => {
  const [ada, bob] = [await register(world, 'Ada'), await register(world, 'Bob')];
  await join(world, ada, bob.actor, 'viewer');
  const tokens = await signIn(world, ada);
  await asStranger(world, 'refresh', { refresh_token: tokens.refresh_token });
  await callAs(ada, 'switch_organization', { organization_id: bob.tokens.organization_id });
  await callAs(ada, 'logout');
  const [login, refresh, logout] = [await rowOf(ada, 'login'), await rowOf(ada, 'refresh'), await rowOf(ada, 'logout')];
  assert.deepEqual([login.target_id, login.actor.id], [userOf(ada), userOf(ada)]);
  assert.deepEqual([refresh.actor.type, refresh.target_id.slice(0, 5)], ['user', 'sess_']);
  assert.deepEqual([logout.target_id, logout.actor.id], [sessionOf(ada), userOf(ada)]);
  const moved = await rowOf(bob, 'switch_organization');
  assert.deepEqual([moved.target_id, moved.actor.id], [sessionOf(ada), userOf(ada)]);
});

test('what somebody does to their account is on record in every organisation that they are a member of', async () => {
  const [cid, dan, eve] = [await register(world, 'Cid'), await register(world, 'Dan'), await register(world, 'Eve')];
  await join(world, cid, dan.actor, 'viewer');
  const { secret } = await callAs(cid, 'start_totp');
  const code = (ahead: number) => totpCode(bytesOf(secret), totpStep(world.runtime.now()) + ahead);
  await callAs(cid, 'confirm_totp', { totp_code: code(0) });
  await callAs(cid, 'disable_totp', { totp_code: code(1) });
  await callAs(cid, 'change_password', { current_password: password, new_password: 'another horse battery' });
  await reset(cid);
  for (const action of ['confirm_totp', 'disable_totp', 'change_password', 'reset_password']) {
    for (const place of [cid, dan]) {
      const row = await rowOf(place, action);
      assert.equal(row.target_id, userOf(cid), action);
      assert.equal(row.organization_id, place.actor.organization?.id);
    }
    assert.deepEqual(await auditOf(world, eve.actor, action), [], 'control: where they are no member');
  }
  assert.deepEqual((await rowOf(dan, 'disable_totp')).before, { totp_enabled: true });
});

test('a wrong code and a wrong password are on record against the account, and so is a token used again', async () => {
  const fay = await register(world, 'Fay');
  const { secret } = await callAs(fay, 'start_totp');
  const wrong = callAs(fay, 'confirm_totp', { totp_code: 'AAAA-AAAA-AAAA' });
  await assert.rejects(wrong, refused('totp_required'));
  assert.equal((await rowOf(fay, 'confirm_totp')).after.refused, 'totp_required');
  const guess = callAs(fay, 'change_password', { current_password: 'no', new_password: 'another horse battery' });
  await assert.rejects(guess, refused('invalid_credentials'));
  assert.deepEqual(
    [(await rowOf(fay, 'change_password')).target_id, (await rowOf(fay, 'change_password')).after.refused],
    [userOf(fay), 'invalid_credentials'],
  );
  assert.ok(!JSON.stringify(await rowOf(fay, 'start_totp')).includes(secret));
});

test('a sign-in to an address that nobody has leaves no row anywhere', async () => {
  const gil = await register(world, 'Gil');
  const before = await rowsInAll();
  const nobody = { ...gil, email: 'nobody@example.com' };
  await assert.rejects(signIn(world, nobody), refused('invalid_credentials'));
  await asStranger(world, 'forgot_password', { email: nobody.email });
  assert.equal(await rowsInAll(), before);
  await assert.rejects(signIn(world, { ...gil, password: 'wrong' }), refused('invalid_credentials'));
  assert.equal(await rowsInAll(), before + 1, 'control: one that somebody has');
});

test('guessing does not fill the log: who is slowed down leaves no more rows', async () => {
  const hal = await register(world, 'Hal');
  // Else whoever guesses slowly enough has waited in between.
  world.setNow(world.runtime.now());
  const guess = () => signIn(world, { ...hal, password: 'wrong' }, {}, { ip: '192.0.2.77' });
  const codes: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    await guess().catch((error: { kind: { code: string } }) => codes.push(error.kind.code));
  }
  world.setNow(undefined);
  const rows = await auditOf(world, hal.actor, 'login');
  assert.equal(rows.length, codes.filter((code) => code === 'invalid_credentials').length);
  assert.ok(rows.length <= 20 && codes.length === 30, `${rows.length}`);
});

async function reset({ actor }: Person): Promise<void> {
  const token = `reset-${actor.userId}`;
  const hash = createHash('sha256').update(token).digest();
  await world.db.transaction({}, (db) =>
    db.run(sql`
      insert into password_resets (hash, user_id, created_at, expires_at)
      values (${hash}, ${actor.userId}, now(), now() + interval '1 hour')`),
  );
  await asStranger(world, 'reset_password', { token, new_password: 'a third good password' });
}
