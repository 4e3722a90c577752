/** What somebody tries who has no passkey of the account, or one that counts no more. All of it gets one answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Authenticator,
  type Forgery,
  newAuthenticator,
  strangersKey,
} from '../../../../test/support/authenticator.ts';
import { inviteLink } from '../../../../test/support/invite-link.ts';
import { type HttpAnswer, type SignedIn, password, startService } from '../../../../test/support/running-service.ts';
import type { Wire } from '../../../../test/support/world.ts';
import { uuidFrom } from '../../../wire/type-id.ts';

const origin = 'https://books.example';
const service = await startService({ publicUrl: origin });
const slowed = await startService({ publicUrl: origin, rateLimit: true });

type Keeper = SignedIn & { readonly device: Authenticator; readonly passkey: string };

/** Somebody with a passkey. */
async function keeper(name: string, at = service): Promise<Keeper> {
  const who = await at.register(name);
  const device = newAuthenticator();
  const { body } = await at.api(who.token, 'POST', '/auth/passkeys/start', { current_password: password });
  const added = await at.api(who.token, 'POST', '/auth/passkeys', {
    name: 'Phone',
    credential: device.create(body.public_key),
  });
  assert.equal(added.status, 201, added.text);
  return { ...who, device, passkey: added.body.id };
}

const challenge = async (at = service): Promise<Wire> =>
  (await at.api('', 'GET', '/auth/passkeys/login')).body.public_key;
const present = (credential: Wire, at = service): Promise<HttpAnswer> =>
  at.api('', 'POST', '/auth/passkeys/login', { credential });
const signIn = async ({ device }: Pick<Keeper, 'device'>, more: Forgery = {}): Promise<HttpAnswer> =>
  present(device.get(await challenge(), more));

/** An answer without what differs from one call to the next. */
function told({ status, body }: HttpAnswer): object {
  const { request_id: _, instance: __, ...rest } = body;
  return { status, ...rest };
}

const ada = await keeper('Ada');
const stranger = { status: 401, code: 'passkey_refused' };

test('whatever is wrong with a passkey, the answer is the same, and the right one is let in', async () => {
  const bea = await keeper('Bea');
  const unknown = told(await present(newAuthenticator().get(await challenge(), { userHandle: 'AAAA' })));
  assert.deepEqual({ ...unknown, ...stranger }, unknown);
  const handle = (who: Keeper) =>
    Buffer.from((uuidFrom('user', who.user) ?? '').replaceAll('-', ''), 'hex').toString('base64url');
  const forgeries: Readonly<Record<string, Forgery>> = {
    'another site asked': { origin: 'https://books.example.evil.example' },
    'another port of this host asked': { origin: `${origin}:8443` },
    'plain HTTP of this host asked': { origin: 'http://books.example' },
    'it is for another site': { rpId: 'evil.example' },
    'a frame of another site asked': { crossOrigin: true },
    'the device did not ask for its lock': { verified: false },
    'somebody else signed': { key: strangersKey() },
    'it is said to be of somebody else': { userHandle: handle(bea) },
    'it does not say whose it is': { userHandle: null },
    'another passkey signed': { id: bea.device.id },
    'it was made for adding a passkey': { type: 'webauthn.create' },
    'the challenge is made up': { challenge: Buffer.alloc(52, 7).toString('base64url') },
    'the challenge is empty': { challenge: '' },
  };
  for (const [what, forgery] of Object.entries(forgeries)) {
    assert.deepEqual(told(await signIn(ada, forgery)), unknown, what);
  }
  const good = ada.device.get(await challenge());
  const bent = (field: string, text: string) => ({ ...good, response: { ...good.response, [field]: text } });
  const odd = Buffer.from('{"challenge": 1').toString('base64url');
  for (const credential of [
    bent('clientDataJSON', odd),
    bent('authenticatorData', 'AAAA'),
    bent('signature', 'AAAA'),
    { ...good, rawId: bea.device.id },
  ]) {
    assert.deepEqual(told(await present(credential)), unknown);
  }
  assert.equal((await signIn(ada)).status, 200, 'control');
});

test('an answer is taken once, of many at once too, and a late one is not', async () => {
  const options = await challenge();
  const credential = ada.device.get(options);
  const answers = await Promise.all(Array.from({ length: 8 }, () => present(credential)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 401, 401, 401, 401, 401, 401, 401],
  );
  assert.equal((await present(credential)).body.code, 'passkey_refused', 'replayed');
  assert.equal((await present(ada.device.get(options))).body.code, 'passkey_refused', 'signed anew');
  const wrong = await challenge();
  await present(ada.device.get(wrong, { key: strangersKey() }));
  assert.equal((await present(ada.device.get(wrong))).status, 401, 'a challenge that was answered wrongly is spent');
});

test('a challenge is good for its purpose and session only', async () => {
  const [cid, dan] = [await keeper('Cid'), await keeper('Dan')];
  const proof = async (who: Keeper): Promise<Wire> =>
    (await service.api(who.token, 'GET', '/auth/passkeys/prove')).body.public_key;
  const prove = (who: Keeper, credential: Wire) =>
    service.api(who.token, 'POST', '/auth/passkeys/prove', { credential });
  assert.equal((await present(cid.device.get(await proof(cid)))).status, 401, 'signing in with that of a proof');
  assert.equal((await prove(cid, cid.device.get(await challenge()))).status, 401, 'and the other way round');
  assert.equal((await prove(cid, cid.device.get(await proof(dan)))).status, 401, 'that of somebody else');
  assert.equal((await prove(cid, dan.device.get(await proof(cid)))).status, 401, 'with the passkey of somebody else');
  const { body: elsewhere } = await service.api('', 'POST', '/auth/login', { email: cid.email, password });
  const there = await service.api(elsewhere.access_token, 'GET', '/auth/passkeys/prove');
  assert.equal((await prove(cid, cid.device.get(there.body.public_key))).status, 401, 'that of another session');
  assert.equal((await prove(cid, cid.device.get(await proof(cid)))).status, 200, 'control');
  const start = async (who: Keeper): Promise<Wire> =>
    (await service.api(who.token, 'POST', '/auth/passkeys/start', { current_password: password })).body.public_key;
  const add = (who: Keeper, credential: Wire) =>
    service.api(who.token, 'POST', '/auth/passkeys', { name: 'Another', credential });
  const fresh = newAuthenticator();
  const own = await start(cid);
  assert.equal((await add(dan, fresh.create(own))).status, 401, 'adding with the challenge of somebody else');
  assert.equal((await add(cid, fresh.create(own))).status, 201, 'control: which nobody else can spend');
  assert.equal((await add(cid, newAuthenticator().create(own))).status, 401, 'the same again');
  for (const more of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { verified: false }]) {
    const answer = await add(cid, newAuthenticator().create(await start(cid), more));
    assert.deepEqual([answer.status, answer.body.code], [401, 'passkey_refused'], JSON.stringify(more));
  }
  const taken = await add(dan, newAuthenticator().create(await start(dan), { id: cid.device.id }));
  assert.deepEqual([taken.status, taken.body.code], [401, 'passkey_refused'], 'the id of somebody else’s');
  assert.equal((await add(cid, newAuthenticator().create(await start(cid)))).status, 201, 'control');
});

test('a passkey that was removed opens nothing', async () => {
  const eve = await keeper('Eve');
  assert.equal((await signIn(eve)).status, 200, 'control');
  const waiting = eve.device.get(await challenge());
  await service.api(eve.token, 'DELETE', `/auth/passkeys/${eve.passkey}`);
  assert.equal((await present(waiting)).body.code, 'passkey_refused');
  assert.equal((await signIn(eve)).body.code, 'passkey_refused');
});

test('a counter that does not rise is refused, and the owner is told by log and mail', async () => {
  const fay = await keeper('Fay');
  assert.equal((await signIn(fay, { counter: 5 })).status, 200);
  assert.equal((await signIn(fay, { counter: 6 })).status, 200, 'control');
  for (const counter of [6, 5, 0]) {
    assert.deepEqual(
      told(await signIn(fay, { counter })),
      told(await signIn(fay, { key: strangersKey() })),
      `${counter}`,
    );
  }
  assert.equal((await signIn(fay, { counter: 7 })).status, 200, 'the device that goes on counting');
  const { body } = await service.api(fay.token, 'GET', '/audit-log?action=login_with_passkey');
  const kept = body.data.map(({ refused: why }: Wire) => why);
  assert.equal(kept.filter((why: unknown) => why === 'passkey_refused').length, 6);
  const { rows: events } = await service.owner.query(`select data from events where type = 'passkey.copy_suspected'`);
  assert.deepEqual(
    events.map(({ data }: Wire) => ({ name: data.name, passkey: data.passkey_id })),
    Array.from({ length: 3 }, () => ({ name: 'Phone', passkey: fay.passkey })),
  );
});

test('a counter that falls behind proves nothing either', async () => {
  const gus = await keeper('Gus');
  const proof = async (counter: number) => {
    const { body } = await service.api(gus.token, 'GET', '/auth/passkeys/prove');
    const credential = gus.device.get(body.public_key, { counter });
    return service.api(gus.token, 'POST', '/auth/passkeys/prove', { credential });
  };
  assert.equal((await proof(3)).status, 200, 'control');
  assert.equal((await proof(2)).body.code, 'passkey_refused');
});

test('who is suspended or belongs nowhere is let in as little as with a password', async () => {
  const hal = await keeper('Hal');
  const member = await service.colleague(hal, 'viewer');
  const device = newAuthenticator();
  const { body } = await service.api(member.token, 'POST', '/auth/passkeys/start', { current_password: password });
  await service.api(member.token, 'POST', '/auth/passkeys', {
    name: 'Phone',
    credential: device.create(body.public_key),
  });
  const answers = async () => [
    await present(device.get(await challenge())),
    await service.api('', 'POST', '/auth/login', { email: member.email, password }),
  ];
  assert.deepEqual(
    (await answers()).map(({ status }) => status),
    [200, 200],
    'control',
  );
  const { rowCount } = await service.owner.query(`update members set status = 'suspended' where user_id = $1`, [
    uuidFrom('user', member.user),
  ]);
  assert.equal(rowCount, 2);
  const [suspended, otherwise] = await answers();
  assert.ok(suspended !== undefined && otherwise !== undefined);
  assert.equal(suspended.body.code, 'no_membership');
  assert.deepEqual(told(suspended), told(otherwise));
  await service.owner.query(`update members set status = 'removed' where user_id = $1`, [
    uuidFrom('user', member.user),
  ]);
  const [removed, other] = await answers();
  assert.ok(removed !== undefined && other !== undefined);
  assert.equal(removed.body.code, 'no_membership');
  assert.deepEqual(told(removed), told(other));
});

test('an invite is accepted with a passkey of the account with its address, and with no other', async () => {
  const [host, kim, lea] = [await service.register('Host'), await keeper('Kim'), await keeper('Lea')];
  const token = await inviteLink(service, host, { email: kim.email });
  const accept = async (who: Keeper, more: Forgery = {}, link = token) => {
    const credential = who.device.get(await challenge(), more);
    return service.api('', 'POST', '/team/invites/accept-with-passkey', { token: link, credential });
  };
  const unknown = told(await accept({ ...kim, device: newAuthenticator() }, { userHandle: 'AAAA' }));
  assert.deepEqual(told(await accept(lea)), unknown, 'of somebody else');
  assert.deepEqual(told(await accept(kim, { key: strangersKey() })), unknown, 'signed by somebody else');
  assert.deepEqual(told(await accept(kim, { origin: 'https://evil.example' })), unknown);
  assert.equal((await accept(kim, {}, 'x'.repeat(43))).status, 404, 'another link');
  const joined = await accept(kim);
  assert.deepEqual([joined.status, joined.body.email], [200, kim.email], joined.text);
  assert.equal((await accept(kim)).status, 404, 'once');
  const twice = await inviteLink(service, await service.register('Other host'), { email: lea.email });
  await service.owner.query(
    `insert into members (organization_id, id, user_id, role_ids, created_at, updated_at)
     select organization_id, gen_random_uuid(), $1, role_ids, now(), now() from invites where email = $2`,
    [uuidFrom('user', lea.user), lea.email],
  );
  // accept_invite_with_passkey
  assert.equal((await accept(lea, {}, twice)).body.code, 'already_member');
  const again = await inviteLink(service, await service.register('Third host'), { email: kim.email });
  assert.equal((await accept(kim, {}, again)).status, 200, 'another invite');
});

test('guessing is slowed down as it is for passwords, for one passkey and for all together', async () => {
  const ivy = await keeper('Ivy', slowed);
  const guess = async (device: Authenticator, more: Forgery) =>
    present(device.get(await challenge(slowed), more), slowed);
  let answer = await guess(ivy.device, { key: strangersKey() });
  for (let count = 0; count < 30 && answer.status === 401; count += 1) {
    answer = await guess(ivy.device, { key: strangersKey() });
  }
  assert.deepEqual([answer.status, answer.body.code], [429, 'rate_limited']);
});

test('what AI apps and keys hold opens none of it', async () => {
  const jan = await service.register('Jan');
  const { body: made } = await service.api(jan.token, 'POST', '/api-keys', { name: 'Shop', scopes: ['clients:read'] });
  for (const [method, path] of [
    ['GET', '/auth/passkeys'],
    ['GET', '/auth/passkeys/prove'],
    ['POST', '/auth/passkeys/start'],
  ] as const) {
    const answer = await service.api(made.key, method, path, method === 'GET' ? undefined : {});
    assert.deepEqual([answer.status, answer.body.code], [403, 'person_required'], path);
  }
  assert.equal((await service.api(jan.token, 'GET', '/auth/passkeys')).status, 200, 'control');
});
