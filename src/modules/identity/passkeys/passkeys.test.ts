import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Authenticator, newAuthenticator } from '../../../../test/support/authenticator.ts';
import { asStranger, auditOf, callFrom, password, type Person, register } from '../../../../test/support/people.ts';
import { refused } from '../../../../test/support/refused.ts';
import { codeNow } from '../../../../test/support/totp.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { sql } from '../../../db/sql.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { tokenHash } from '../refresh-token.ts';
import { relyingPartyAt } from './relying-party.ts';

const world = await createWorld();

const callAs = (person: Pick<Person, 'actor'>, name: string, input: object = {}): Promise<Wire> =>
  callFrom(world, { actor: person.actor }, name, input);

/** Adds a passkey of a new device to somebody's account. */
async function addTo(person: Person, device: Authenticator = newAuthenticator(), name = 'Laptop'): Promise<Wire> {
  const { public_key } = await callAs(person, 'start_passkey', { current_password: password });
  return callAs(person, 'create_passkey', { name, credential: device.create(public_key) });
}

async function signInWith(device: Authenticator, from = {}): Promise<Wire> {
  const { public_key } = await asStranger(world, 'get_passkey_login', {});
  return asStranger(world, 'login_with_passkey', { credential: device.get(public_key) }, from);
}

test('whoever adds a passkey signs in with it, without address, password or code', async () => {
  const ada = await register(world, 'Ada');
  const device = newAuthenticator();
  const { public_key } = await callAs(ada, 'start_passkey', { current_password: password });
  assert.deepEqual(public_key.rp, { id: 'books.example', name: 'Daybook' });
  assert.deepEqual(public_key.authenticatorSelection.userVerification, 'required');
  assert.equal(public_key.user.id.includes(ada.email), false);
  const added = await callAs(ada, 'create_passkey', { name: 'Laptop', credential: device.create(public_key) });
  assert.match(added.id, /^pkey_/);
  assert.equal(added.last_used_at, null);
  const tokens = await signInWith(device);
  const actor = await world.access.actorOf(tokens.access_token);
  assert.equal(actor.userId, ada.actor.userId);
  assert.equal(tokens.organization_id, ada.tokens.organization_id);
  const { data } = await callAs(ada, 'list_passkeys');
  assert.deepEqual(
    data.map(({ name, synced }: Wire) => ({ name, synced })),
    [{ name: 'Laptop', synced: false }],
  );
  assert.ok(data[0].last_used_at !== null);
  assert.equal((await callAs(ada, 'get_me')).user.passkeys, 1);
  const [entry] = await auditOf(world, ada.actor, 'login_with_passkey');
  assert.equal(entry.target_id, typeIdFrom('user', ada.actor.userId));
});

test('neither challenge, key nor signature is on record', async () => {
  const bea = await register(world, 'Bea');
  const device = newAuthenticator();
  await addTo(bea, device);
  const { public_key } = await asStranger(world, 'get_passkey_login', {});
  const credential = device.get(public_key);
  await asStranger(world, 'login_with_passkey', { credential });
  const rows = await world.db.transaction({ organization: bea.actor.organization?.id, readOnly: true }, (db) =>
    db.many<Wire>(sql`select * from audit_log where organization_id = ${bea.actor.organization?.id}`),
  );
  const text = JSON.stringify(rows);
  assert.match(text, /Laptop/, 'control: what may be read is there');
  for (const secret of [device.id, public_key.challenge, credential.response.signature]) {
    assert.equal(text.includes(secret), false);
  }
});

test('adding asks for the password, or for a proof that is not old', async () => {
  const cid = await register(world, 'Cid');
  await assert.rejects(callAs(cid, 'start_passkey'), refused('validation_failed'));
  await assert.rejects(callAs(cid, 'start_passkey', { current_password: 'no' }), refused('invalid_credentials'));
  const [entry] = await auditOf(world, cid.actor, 'start_passkey');
  assert.equal(entry.after.refused, 'invalid_credentials');
  const device = newAuthenticator();
  await addTo(cid, device);
  const { public_key: asked } = await callAs(cid, 'get_passkey_proof');
  assert.deepEqual(asked.allowCredentials, [{ type: 'public-key', id: device.id, transports: ['internal'] }]);
  await callAs(cid, 'prove_with_passkey', { credential: device.get(asked) });
  const { public_key } = await callAs(cid, 'start_passkey');
  assert.deepEqual(
    public_key.excludeCredentials.map(({ id }: Wire) => id),
    [device.id],
    'a device makes no second one',
  );
  world.setNow(new Date(Date.now() + 16 * 60_000).toISOString());
  await assert.rejects(callAs(cid, 'start_passkey'), refused('validation_failed'));
  world.setNow(undefined);
});

test('who signed in with a passkey adds another at once, and a code stands for the password', async () => {
  const dea = await register(world, 'Dea');
  const device = newAuthenticator();
  await addTo(dea, device);
  const { secret } = await callAs(dea, 'start_totp');
  await callAs(dea, 'confirm_totp', { totp_code: codeNow(secret) });
  const tokens = await signInWith(device);
  const actor = await world.access.actorOf(tokens.access_token);
  assert.ok(actor.provenAt !== undefined, 'both factors, and no code was asked for');
  assert.ok((await callAs({ actor }, 'start_passkey')).public_key.challenge);
});

test('without a passkey there is none to confirm with', async () => {
  const gil = await register(world, 'Gil');
  await assert.rejects(callAs(gil, 'get_passkey_proof'), refused('invalid_state_transition'));
});

test('passkeys are renamed and removed by whoever has them, and by nobody else', async () => {
  const [eve, fay] = [await register(world, 'Eve'), await register(world, 'Fay')];
  const device = newAuthenticator();
  const { id } = await addTo(eve, device);
  await assert.rejects(callAs(fay, 'update_passkey', { id, name: 'Mine' }), refused('not_found'));
  await assert.rejects(callAs(fay, 'remove_passkey', { id }), refused('not_found'));
  assert.deepEqual((await callAs(fay, 'list_passkeys')).data, []);
  assert.equal((await callAs(eve, 'update_passkey', { id, name: 'Old phone' })).name, 'Old phone');
  assert.deepEqual(await callAs(eve, 'remove_passkey', { id }), { id, removed: true });
  const [entry] = await auditOf(world, eve.actor, 'remove_passkey');
  assert.equal(entry.before.name, 'Old phone');
  await assert.rejects(signInWith(device), refused('passkey_refused'));
});

test('a password that was forgotten leaves the passkeys, and says how many', async () => {
  const gus = await register(world, 'Gus');
  const device = newAuthenticator();
  await addTo(gus, device);
  const token = `reset-${gus.actor.userId}`;
  await world.db.transaction({}, (db) =>
    db.run(sql`
      insert into password_resets (hash, user_id, created_at, expires_at)
      values (${tokenHash(token)}, ${gus.actor.userId}, now(), now() + interval '1 hour')`),
  );
  const answer = await asStranger(world, 'reset_password', { token, new_password: 'a third good password' });
  assert.equal(answer.passkeys_kept, 1);
  const [entry] = await auditOf(world, gus.actor, 'reset_password');
  assert.equal(entry.after.passkeys_kept, 1);
  assert.ok((await signInWith(device)).access_token);
});

test('nobody has more passkeys than the limit', async () => {
  const hal = await register(world, 'Hal');
  const { public_key } = await callAs(hal, 'start_passkey', { current_password: password });
  for (let count = 0; count < 20; count += 1) await addTo(hal);
  await assert.rejects(addTo(hal), refused('limit_exceeded'));
  const late = { name: 'Late', credential: newAuthenticator().create(public_key) };
  await assert.rejects(callAs(hal, 'create_passkey', late), refused('limit_exceeded'));
});

test('browsers make passkeys for https and for localhost, and for no number', () => {
  const places = {
    'https://books.example.com/daybook': { id: 'books.example.com', origin: 'https://books.example.com' },
    'http://localhost:4400': { id: 'localhost', origin: 'http://localhost:4400' },
    'http://127.0.0.1:4400': undefined,
    'https://[::1]:4400': undefined,
    'http://books.example.com': undefined,
  };
  for (const [url, party] of Object.entries(places)) assert.deepEqual(relyingPartyAt(url), party, url);
});

test('where no browser makes passkeys, each call says so', async () => {
  const ida = await register(world, 'Ida');
  const settings = { ...world.runtime.settings, publicUrl: 'http://127.0.0.1:4400' };
  const plain = { ...world, runtime: { ...world.runtime, settings } };
  const credential = newAuthenticator().get({ challenge: 'AAAA', rpId: 'localhost' }, { userHandle: 'AAAA' });
  const made = newAuthenticator().create({ challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' } });
  const calls: readonly (readonly [string, object])[] = [
    ['get_passkey_login', {}],
    ['login_with_passkey', { credential }],
    ['accept_invite_with_passkey', { token: 'x'.repeat(43), credential }],
    ['get_passkey_proof', {}],
    ['prove_with_passkey', { credential }],
    ['start_passkey', { current_password: password }],
    ['create_passkey', { name: 'Laptop', credential: made }],
  ];
  for (const [name, input] of calls) {
    await assert.rejects(callFrom(plain, { actor: ida.actor }, name, input), refused('passkeys_unavailable'), name);
  }
});
