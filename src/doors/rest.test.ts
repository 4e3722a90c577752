/** Conventions of REST records: ids, amounts, days, places, versions and previews. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Headers, HttpAnswer } from '../../test/support/running-service.ts';
import { restRequest } from '../../test/support/rest-request.ts';
import { hasSample, sampleOf } from '../../test/support/samples.ts';
import { startShop } from '../../test/support/shop-service.ts';
import { tableSums } from '../../test/support/table-sums.ts';
import { catalogue } from '../catalogue.ts';
import { typeIdFrom } from '../wire/type-id.ts';
import { routeOf } from './rest.ts';

const { service, shop } = await startShop();
const { token } = shop.who;
let keys = 0;

function api(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<HttpAnswer> {
  return service.api(token, method, path, body, { 'idempotency-key': `key ${(keys += 1)}`, ...headers });
}

const newClient = { type: 'individual', display_name: 'Mara Lind' };
const makeClient = async () => (await api('POST', '/clients', newClient)).body;
const adviceFor = (unit_price: unknown, more: object = {}) => ({
  lines: [{ name: 'Advice', quantity: '1', unit_price, tax_rate_ids: [] }],
  ...more,
});

test('an id says what it is of: another kind is refused with a hint, one that nobody has is not found', async () => {
  const client = await makeClient();
  assert.match(client.id, /^client_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  for (const odd of [
    shop.ids['sale'],
    'client_x',
    'CLIENT_01h455vb4pex5vsknk084sn02q',
    '1',
    '01h455vb4pex5vsknk084sn02q',
  ]) {
    const { status, body } = await api('GET', `/clients/${odd}`);
    assert.deepEqual([status, body.code, body.errors[0].pointer], [422, 'validation_failed', '/id'], odd);
    assert.match(body.hint, /client_/);
  }
  const ghost = typeIdFrom('client', '01890a5d-ac96-774b-bcce-b302099a8057');
  assert.equal((await api('GET', `/clients/${ghost}`)).status, 404);
  const within = await api('POST', '/sales', adviceFor('1.00', { client_id: ghost }));
  assert.deepEqual([within.status, within.body.errors[0].pointer], [404, '/client_id']);
});

test('amounts are strings with the decimals of their currency; a number is refused with an example', async () => {
  const made = await api('POST', '/sales', adviceFor('19.9'));
  assert.equal(made.body.total, '19.90');
  for (const odd of [
    19.99,
    1,
    true,
    null,
    '19,99',
    '1e3',
    ' 1',
    '+1',
    '.5',
    '1.',
    '0x1',
    '٣',
    '1 000',
    '',
    '-0',
    'NaN',
  ]) {
    const { status, body } = await api('POST', '/sales', adviceFor(odd));
    assert.deepEqual([status, body.code], [422, 'validation_failed'], String(odd));
    assert.equal(body.errors[0].pointer, '/lines/0/unit_price', String(odd));
  }
  const { body } = await api('POST', '/sales', adviceFor(19.99));
  assert.match(body.hint, /as (a )?strings?, such as "19\.99"/);
  const fine = await api('POST', '/sales', {
    lines: [{ name: 'x', quantity: '1', unit_price: '1', discount: '0.001' }],
  });
  assert.equal(fine.status, 422);
});

test('days are days of the organisation and exist; instants are UTC', async () => {
  const { body } = await api('POST', '/sales', adviceFor('1.00', { sale_date: '2026-02-28' }));
  assert.equal(body.sale_date, '2026-02-28');
  assert.match(body.created_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,6}Z$/);
  for (const odd of ['2026-02-29', '2026-2-1', '28.02.2026', '2026-02-28T00:00:00Z', '2026-13-01', 20_260_228, '']) {
    const { status, body: problem } = await api('POST', '/sales', adviceFor('1.00', { sale_date: odd }));
    assert.deepEqual([status, problem.errors[0].pointer], [422, '/sale_date'], String(odd));
  }
});

test('the day is the one in the time zone of the organisation', async () => {
  const dayIn = async (timezone: string) => {
    const organization = { name: timezone, country: 'DE', base_currency: 'EUR', timezone };
    const { body } = await api('POST', '/organizations', organization);
    const there = await service.api(token, 'POST', '/auth/switch', { organization_id: body.id });
    return (await service.api(there.body.access_token, 'POST', '/sales', adviceFor('1.00'))).body.sale_date;
  };
  const expected = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) assert.equal(await dayIn(zone), expected(zone), zone);
});

/** What has no address of its own: a list shows it, or only a session of its own may read it. */
const withoutPlace = ['create_organization', 'create_stock_movement', 'create_accountant_link', 'create_passkey'];

test('making answers 201 and the place of what was made, where it can be read', async () => {
  for (const operation of catalogue.filter((one) => hasSample(one) && one.name.startsWith('create_'))) {
    const { input, caller } = await sampleOf(shop, operation);
    const sent = { ...restRequest(operation, input), token: caller.token };
    const made = await service.send({ ...sent, headers: { 'idempotency-key': operation.name } });
    assert.equal(made.status, 201, `${operation.name}: ${made.text}`);
    const place = made.headers['location'];
    if (withoutPlace.includes(operation.name)) continue;
    assert.ok(typeof place === 'string', `${operation.name} tells no place`);
    const read = await service.send({ method: 'GET', path: place, token: caller.token });
    assert.equal(read.body.id, made.body.id, operation.name);
  }
});

test('changing keeps what is left out and empties what is null', async () => {
  const { id } = (await api('POST', '/clients', { ...newClient, phone: '+49 30 1', tags: ['vip'] })).body;
  const changed = await api('PATCH', `/clients/${id}`, { phone: null });
  assert.equal(changed.status, 200);
  assert.deepEqual([changed.body.phone, changed.body.tags, changed.body.version], [null, ['vip'], 2]);
  const twice = await api('PATCH', `/clients/${id}?phone=1`, { phone: null });
  assert.deepEqual([twice.status, twice.body.errors[0].code], [422, 'given_twice']);
  const moved = await api('PATCH', `/clients/${id}`, { id: shop.ids['client'] });
  assert.deepEqual([moved.status, moved.body.errors[0].code], [422, 'given_twice']);
});

test('deleting is only for what nothing refers to, else the hint is to archive', async () => {
  const { id } = await makeClient();
  assert.equal((await api('DELETE', `/clients/${id}`)).status, 200);
  assert.equal((await api('GET', `/clients/${id}`)).status, 404);
  const { status, body } = await api('DELETE', `/clients/${shop.ids['client']}`);
  assert.deepEqual([status, body.code, body.hint], [409, 'has_history', 'archive']);
});

test('a change to a version that is no more is refused with the one there is, from header or body', async () => {
  const { id } = await makeClient();
  await api('PATCH', `/clients/${id}`, { phone: '+49 30 1' });
  const stale = [
    api('PATCH', `/clients/${id}`, { phone: null }, { 'if-match': '"1"' }),
    api('PATCH', `/clients/${id}`, { phone: null }, { 'if-match': 'W/"1"' }),
    api('PATCH', `/clients/${id}`, { phone: null, version: 1 }),
    api('POST', `/clients/${id}/archive`, undefined, { 'if-match': '"1"' }),
    api('DELETE', `/clients/${id}`, undefined, { 'if-match': '"1"' }),
  ];
  for (const { status, body, text } of await Promise.all(stale)) {
    assert.deepEqual([status, body.code, body.current_version], [412, 'version_conflict', 2], text);
  }
  assert.equal((await api('PATCH', `/clients/${id}`, { phone: null }, { 'if-match': '"2"' })).status, 200);
  assert.equal((await api('PATCH', `/clients/${id}`, { phone: null }, { 'if-match': '*' })).status, 200);
  for (const odd of ['2', '"two"', '"1", "2"', '""']) {
    const answer = await api('PATCH', `/clients/${id}`, { phone: null }, { 'if-match': odd });
    assert.deepEqual([answer.status, answer.body.code], [400, 'malformed_request'], odd);
  }
  const both = await api('PATCH', `/clients/${id}`, { phone: null, version: 4 }, { 'if-match': '"3"' });
  assert.equal(both.status, 400);
});

test('a condition that a call cannot keep is refused', async () => {
  const answer = await api('POST', '/clients', newClient, { 'if-match': '"1"' });
  assert.deepEqual([answer.status, answer.body.code], [400, 'malformed_request']);
});

test('a reader who has the record as it is gets 304 and no body, and the ETag changes with what is shown', async () => {
  const [{ id }, parent] = [await makeClient(), await makeClient()];
  await api('PATCH', `/clients/${id}`, { parent_id: parent.id });
  const path = `/clients/${id}?expand=parent`;
  const first = await api('GET', path);
  const etag = String(first.headers['etag']);
  const again = await api('GET', path, undefined, { 'if-none-match': `"0", ${etag}` });
  assert.deepEqual([again.status, again.text, again.headers['etag']], [304, '', etag]);
  assert.equal((await api('GET', path, undefined, { 'if-none-match': '"2"' })).status, 200);
  await api('PATCH', `/clients/${parent.id}`, { phone: '+49 30 2' });
  const after = await api('GET', path, undefined, { 'if-none-match': etag });
  assert.deepEqual([after.status, after.body.parent.phone], [200, '+49 30 2']);
  const changed = await api('PATCH', `/clients/${id}`, { phone: '+49 30 3' }, { 'if-match': etag });
  assert.deepEqual([changed.status, changed.headers['etag']], [200, `"${changed.body.version}"`]);
});

test('a preview answers 200 with what would be written, writes nothing and keeps no key', async () => {
  const before = await tableSums(service.owner);
  const headers = { 'idempotency-key': 'preview' };
  const path = '/clients?dry_run=true';
  for (let time = 0; time < 2; time += 1) {
    const { status, body, headers: told } = await service.api(token, 'POST', path, newClient, headers);
    assert.deepEqual([status, body.display_name, body.version], [200, newClient.display_name, 1]);
    assert.deepEqual([told['location'], told['idempotent-replayed']], [undefined, undefined]);
  }
  const refused = await service.api(token, 'POST', path, { ...newClient, colour: 'red' });
  assert.equal(refused.status, 422);
  assert.deepEqual(await tableSums(service.owner), before);
});

test('dry_run takes true or false', async () => {
  for (const odd of ['1', 'yes', '', 'True']) {
    assert.equal((await api('POST', `/clients?dry_run=${odd}`, newClient)).status, 400, odd);
  }
  assert.equal((await api('POST', '/clients?dry_run=false', newClient)).status, 201);
});

test('all paths are under /api', () => {
  for (const operation of catalogue) assert.match(routeOf(operation).path, /^\/api\//);
});
