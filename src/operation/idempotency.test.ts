/** A call that is sent twice under one key happens once, and both callers are told the same. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../../test/support/embedded-service.ts';
import { type HttpAnswer, password, type SignedIn } from '../../test/support/running-service.ts';
import { startShop } from '../../test/support/shop-service.ts';
import { catalogue } from '../catalogue.ts';
import { uuidFrom } from '../wire/type-id.ts';

const { service, shop } = await startShop();
const newClient = { type: 'individual', display_name: 'Mara Lind', allow_duplicate: true };
/** Calls that have claimed their key and are not done yet. */
const claims = `select from pg_locks where locktype = 'advisory'
  and database = (select oid from pg_database where datname = current_database())`;
const inProgress = 'request_in_progress';

function post(who: SignedIn, path: string, body: unknown, key?: string): Promise<HttpAnswer> {
  return service.api(who.token, 'POST', path, body, key === undefined ? {} : { 'idempotency-key': key });
}

const clientsNamed = async (name: string): Promise<number> => {
  const { rows } = await service.owner.query('select from clients where display_name = $1', [name]);
  return rows.length;
};

test('the same key and body give the first answer again, and nothing happens a second time', async () => {
  const [key, body] = [randomUUID(), { ...newClient, display_name: 'Once' }];
  const first = await post(shop.who, '/clients', body, key);
  const again = await post(
    shop.who,
    '/clients',
    { allow_duplicate: true, display_name: 'Once', type: 'individual' },
    key,
  );
  assert.equal(first.headers['idempotent-replayed'], undefined);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(again.status, 201);
  assert.equal(again.text, first.text, 'to the byte, fields in their order too');
  for (const name of ['location', 'etag', 'content-type']) assert.equal(again.headers[name], first.headers[name], name);
  assert.equal(await clientsNamed('Once'), 1);
});

test('the first answer stays the answer when the record has changed since', async () => {
  const key = randomUUID();
  const first = await post(shop.who, '/clients', newClient, key);
  await service.api(shop.who.token, 'PATCH', `/clients/${first.body.id}`, { display_name: 'Mara Otter' });
  await service.api(shop.who.token, 'DELETE', `/clients/${first.body.id}`);
  assert.deepEqual((await post(shop.who, '/clients', newClient, key)).body, first.body);
});

test('a payment that is sent ten times at once is taken once', async () => {
  const sale = await shop.call('create_sale', {
    client_id: shop.ids['client'],
    confirm: true,
    lines: [{ variant_id: shop.ids['variant'], quantity: '1' }],
  });
  const [key, body] = [randomUUID(), { amount: '1.00', method_id: shop.ids['pm'] }];
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(shop.who, `/sales/${sale.id}/payments`, body, key)),
  );
  for (const { status, body: told } of answers) {
    assert.ok(status === 201 || (status === 409 && told.code === inProgress), `${status} ${told.code}`);
  }
  const [first, ...others] = answers.filter(({ status }) => status === 201);
  for (const other of others) assert.deepEqual(other.body, first?.body);
  const { body: paid } = await service.api(shop.who.token, 'GET', `/sales/${sale.id}`);
  assert.equal(paid.amount_paid, '1.00');
});

test('the same key with another body is refused, in the address as well', async () => {
  const key = randomUUID();
  const { body } = await post(shop.who, '/clients', newClient, key);
  const other = await post(shop.who, '/clients', { ...newClient, display_name: 'Mara Lynd' }, key);
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
  const archive = randomUUID();
  assert.equal((await post(shop.who, `/clients/${body.id}/archive`, undefined, archive)).status, 200);
  const elsewhere = await post(shop.who, `/clients/${shop.ids['client']}/archive`, undefined, archive);
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [422, 'idempotency_key_reused']);
});

test('what moves money, stock or numbers is refused without a key, and nothing happens', async () => {
  const needing = [
    'create_payment',
    'pay_sale',
    'apply_client_credit',
    'void_payment',
    'confirm_sale',
    'void_sale',
    'record_sale',
    'create_stock_movement',
    'create_stock_count',
  ];
  const declared = catalogue.filter(({ keyRequired }) => keyRequired === true).map(({ name }) => name);
  for (const name of needing) assert.ok(declared.includes(name), name);
  for (const { http, name } of catalogue.filter(({ keyRequired }) => keyRequired === true)) {
    const path = http.replace('POST ', '').replace('{id}', 'x');
    const { status, body } = await post(shop.who, path, {});
    assert.deepEqual([status, body.code], [400, 'idempotency_key_required'], name);
  }
});

test('keys of other people, other organisations and other operations are other keys', async () => {
  const [rival, colleague] = [await service.register('Rival'), await service.colleague(shop.who, 'admin')];
  const [key, body] = [randomUUID(), { ...newClient, display_name: 'Everyone' }];
  const answers = await Promise.all([shop.who, rival, colleague].map((who) => post(who, '/clients', body, key)));
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['idempotent-replayed']]),
    answers.map(() => [201, undefined]),
  );
  assert.equal((await post(shop.who, '/client-groups', { name: 'Everyone' }, key)).status, 201);
  assert.equal(await clientsNamed('Everyone'), 3);
});

test('a session that was refreshed keeps its keys', async () => {
  const who = await service.register('Refreshed');
  const key = randomUUID();
  const first = await post(who, '/clients', newClient, key);
  const refreshed = await service.api('', 'POST', '/auth/refresh', { refresh_token: who.refreshToken });
  const again = await post({ ...who, token: refreshed.body.access_token }, '/clients', newClient, key);
  assert.deepEqual([again.headers['idempotent-replayed'], again.body], ['true', first.body]);
});

test('a key outlives the sign-in under which it was first sent', async () => {
  const who = await service.register('Signed in again');
  const key = randomUUID();
  const first = await post(who, '/clients', newClient, key);
  const { body } = await service.api('', 'POST', '/auth/login', { email: who.email, password });
  const again = await post({ ...who, token: body.access_token }, '/clients', newClient, key);
  assert.deepEqual([again.headers['idempotent-replayed'], again.body], ['true', first.body]);
});

test('a call that is still running makes its twin answer at once that it is', async () => {
  const { body } = await post(shop.who, '/clients', newClient);
  const { owner } = service;
  await owner.query('begin');
  await owner.query('select from clients where id = $1 for update', [uuidFrom('client', body.id)]);
  const key = randomUUID();
  const running = post(shop.who, `/clients/${body.id}/archive`, undefined, key);
  await eventually(async () => assert.equal((await owner.query(claims)).rowCount, 1));
  const twin = await post(shop.who, `/clients/${body.id}/archive`, undefined, key);
  await owner.query('commit');
  assert.deepEqual([twin.status, twin.body.code], [409, inProgress]);
  assert.equal((await running).status, 200);
  const replayed = await post(shop.who, `/clients/${body.id}/archive`, undefined, key);
  assert.deepEqual([replayed.status, replayed.headers['idempotent-replayed']], [200, 'true']);
});

test('a refusal and a preview keep no key', async () => {
  const key = randomUUID();
  assert.equal((await post(shop.who, '/clients', { ...newClient, colour: 'red' }, key)).status, 422);
  assert.equal((await post(shop.who, '/clients?dry_run=true', newClient, key)).status, 200);
  const made = await post(shop.who, '/clients', { ...newClient, display_name: 'After all' }, key);
  assert.deepEqual([made.status, made.headers['idempotent-replayed']], [201, undefined]);
});

test('who has lost the permission is not told the first answer', async () => {
  const colleague = await service.colleague(shop.who, 'admin');
  const key = randomUUID();
  await post(colleague, '/clients', newClient, key);
  await service.owner.query(
    `update members set role_ids = (select array[id] from roles where organization_id = members.organization_id
       and name = 'viewer') where user_id = $1 and organization_id = $2`,
    [uuidFrom('user', colleague.user), uuidFrom('org', colleague.organization)],
  );
  service.app.runtime.access.forget(uuidFrom('user', colleague.user) ?? '');
  const again = await post(colleague, '/clients', newClient, key);
  assert.ok([401, 403].includes(again.status), again.text);
});

test('a key is 1 to 255 printable characters', async () => {
  for (const odd of ['x'.repeat(256), 'ä', '']) {
    const { status, body } = await post(shop.who, '/clients', newClient, odd);
    assert.deepEqual([status, body.errors[0].pointer], [422, '/idempotency_key'], odd);
  }
  assert.equal((await post(shop.who, '/clients', newClient, 'x'.repeat(255))).status, 201);
});

test('no answer with a secret in it is kept', async () => {
  const key = randomUUID();
  const made = await post(shop.who, '/mcp/tokens', { name: 'Claude' }, key);
  assert.equal(made.status, 201);
  const { rowCount } = await service.owner.query('select from idempotency_keys where key = $1', [key]);
  assert.equal(rowCount, 0);
});
