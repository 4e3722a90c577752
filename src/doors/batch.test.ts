import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type HttpAnswer, type SignedIn, startService } from '../../test/support/running-service.ts';

const service = await startService();
const needsKey = 'idempotency_key_required';

type Item = { readonly action: string; readonly id?: string; readonly data?: object };
type Options = { readonly key?: string; readonly query?: string; readonly resource?: string };

function batch(who: SignedIn, mode: string, operations: readonly Item[], options: Options = {}): Promise<HttpAnswer> {
  const { key = randomUUID(), query = '', resource = 'clients' } = options;
  const headers = { 'idempotency-key': key };
  return service.api(who.token, 'POST', `/${resource}/batch${query}`, { mode, operations }, headers);
}

const create = (name: string, more: object = {}): Item => ({
  action: 'create',
  data: { type: 'individual', display_name: name, ...more },
});

async function namesOf({ token }: SignedIn): Promise<string[]> {
  const { body } = await service.api(token, 'GET', '/clients?sort=number&limit=100&include_archived=true');
  return body.data.map((client: { display_name: string }) => client.display_name);
}

test('all of an atomic batch happens, and each item is answered as if it had been asked alone', async () => {
  const who = await service.register('Whole');
  const first = await batch(who, 'atomic', [create('Ana'), create('Ben')]);
  assert.equal(first.status, 200);
  assert.equal(first.body.mode, 'atomic');
  const [ana, ben] = first.body.results;
  assert.deepEqual([ana.index, ana.status, ana.replayed, ana.data.display_name], [0, 201, false, 'Ana']);
  const second = await batch(who, 'atomic', [
    { action: 'update', id: ana.data.id, data: { notes_public: 'Pays in cash.', version: 1 } },
    { action: 'archive', id: ben.data.id },
  ]);
  assert.deepEqual(
    second.body.results.map(({ status, data }: { status: number; data: { status: string } }) => [status, data.status]),
    [
      [200, 'active'],
      [200, 'archived'],
    ],
  );
});

test('an atomic batch with one bad item changes nothing, and says which item and which field of it', async () => {
  const who = await service.register('None');
  const bad = await batch(who, 'atomic', [create('Ana'), create('Ben', { credit_limit: 5 }), create('Cleo')]);
  assert.equal(bad.status, 422);
  assert.equal(bad.body.code, 'validation_failed');
  assert.equal(bad.body.index, 1);
  assert.equal(bad.body.errors[0].pointer, '/operations/1/data/credit_limit');
  const twice = await batch(who, 'atomic', [create('Ana', { number: 'A-1' }), create('Ben', { number: 'A-1' })]);
  assert.deepEqual([twice.status, twice.body.code, twice.body.index], [409, 'client_number_taken', 1]);
  const ghost = await batch(who, 'atomic', [create('Ana'), { action: 'archive', id: 'client_x' }]);
  assert.deepEqual([ghost.status, ghost.body.errors[0].pointer], [422, '/operations/1/id']);
  assert.deepEqual(await namesOf(who), []);
  const { rowCount } = await service.owner.query(`select from idempotency_keys where organization_id in
    (select id from organizations where name = 'None')`);
  assert.equal(rowCount, 0);
});

test('in an independent batch each item stands for itself, and a failure is told beside the rest', async () => {
  const who = await service.register('Each');
  const { status, body } = await batch(who, 'independent', [
    create('Ana', { number: 'A-1' }),
    create('Ben', { number: 'A-1' }),
    create('Cleo', { nickname: 'C' }),
    create('Dora'),
  ]);
  assert.equal(status, 200);
  const told = body.results.map(({ index, status: itsStatus, problem }: HttpAnswer['body']) => [
    index,
    itsStatus,
    problem?.code,
  ]);
  assert.deepEqual(told, [
    [0, 201, undefined],
    [1, 409, 'client_number_taken'],
    [2, 422, 'validation_failed'],
    [3, 201, undefined],
  ]);
  assert.equal(body.results[2].problem.errors[0].pointer, '/nickname');
  assert.deepEqual((await namesOf(who)).toSorted(), ['Ana', 'Dora']);
});

for (const mode of ['atomic', 'independent']) {
  test(`sending an ${mode} batch again gives the first answers again and does nothing`, async () => {
    const [who, key] = [await service.register(`Again ${mode}`), randomUUID()];
    const first = await batch(who, mode, [create('Ana'), create('Ben')], { key });
    const again = await batch(who, mode, [create('Ana'), create('Ben')], { key });
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    const data = ({ body }: HttpAnswer) => body.results.map((item: { data: object }) => item.data);
    assert.deepEqual(data(again), data(first));
    assert.equal(again.body.results[0].replayed, true);
    assert.deepEqual(await namesOf(who), ['Ana', 'Ben']);
  });
}

test('another batch under the key of one that was done is refused, also where it only adds to it', async () => {
  const [who, key] = [await service.register('Key'), randomUUID()];
  await batch(who, 'atomic', [create('Ana'), create('Ben')], { key });
  for (const operations of [
    [create('Ana'), create('Bob')],
    [create('Ana'), create('Ben'), create('Cleo')],
  ]) {
    const other = await batch(who, 'atomic', operations, { key });
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
  }
  assert.deepEqual(await namesOf(who), ['Ana', 'Ben']);
});

test('an independent batch is repaired by sending it again: what was done stays, the rest is tried', async () => {
  const [who, key] = [await service.register('Repair'), randomUUID()];
  await batch(who, 'independent', [create('Ana'), create('Ben', { nickname: 'B' })], { key });
  const { headers, body } = await batch(who, 'independent', [create('Ana'), create('Ben')], { key });
  assert.equal(headers['idempotent-replayed'], undefined);
  const told = body.results.map(({ status, replayed }: { status: number; replayed: boolean }) => [status, replayed]);
  assert.deepEqual(told, [
    [201, true],
    [201, false],
  ]);
});

test('a preview of a batch shows what would be written and writes nothing, without a key', async () => {
  const who = await service.register('Preview');
  for (const mode of ['atomic', 'independent']) {
    const path = '/clients/batch?dry_run=true';
    const { status, body } = await service.api(who.token, 'POST', path, { mode, operations: [create('Ana')] });
    assert.equal(status, 200);
    assert.deepEqual([body.results[0].status, body.results[0].data.display_name], [200, 'Ana']);
  }
  assert.deepEqual(await namesOf(who), []);
});

test('each item needs its own permission', async () => {
  const who = await service.register('Rights');
  const seller = await service.colleague(who, 'sales');
  const viewer = await service.colleague(who, 'viewer');
  const sale = { action: 'create', data: { lines: [{ name: 'Advice', quantity: '1', unit_price: '5.00' }] } };
  const made = await batch(seller, 'atomic', [sale], { resource: 'sales' });
  assert.equal(made.status, 200, made.text);
  const { id } = made.body.results[0].data;
  const operations = [
    { action: 'update', id, data: { notes: 'x' } },
    { action: 'void', id, data: { reason: 'x' } },
  ];
  const atomic = await batch(seller, 'atomic', operations, { resource: 'sales' });
  assert.deepEqual([atomic.status, atomic.body.needs, atomic.body.index], [403, 'sales:void', 1]);
  const each = await batch(seller, 'independent', operations, { resource: 'sales' });
  assert.deepEqual(
    each.body.results.map(({ status }: { status: number }) => status),
    [200, 403],
  );
  assert.equal((await batch(viewer, 'atomic', [create('Ana')])).status, 403);
});

test('a batch that is none is refused before anything happens', async () => {
  const who = await service.register('Refused');
  const refusals: readonly [Promise<HttpAnswer>, number, string][] = [
    [batch(who, 'some', [create('Ana')]), 422, 'validation_failed'],
    [batch(who, 'atomic', []), 422, 'validation_failed'],
    [batch(who, 'independent', [create('Ana')], { key: 'x'.repeat(251) }), 422, 'validation_failed'],
    [batch(who, 'independent', [create('Ana'), { action: 'explode' }]), 422, 'validation_failed'],
    [
      batch(
        who,
        'atomic',
        Array.from({ length: 101 }, (_, at) => create(`${at}`)),
      ),
      422,
      'limit_exceeded',
    ],
    [batch(who, 'atomic', [create('Ana')], { query: '?limit=1' }), 422, 'validation_failed'],
    [batch(who, 'atomic', [create('Ana')], { query: '?dry_run=perhaps' }), 400, 'malformed_request'],
    [batch(who, 'atomic', [create('Ana')], { resource: 'nothings' }), 404, 'not_found'],
    [service.api(who.token, 'POST', '/clients/batch', { mode: 'atomic', operations: [create('Ana')] }), 400, needsKey],
    [
      service.api('', 'POST', '/clients/batch', { mode: 'atomic', operations: [] }, { 'idempotency-key': 'k' }),
      401,
      'unauthenticated',
    ],
  ];
  for (const [answering, status, code] of refusals) {
    const answer = await answering;
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.body.code, code, answer.text);
  }
  assert.deepEqual(await namesOf(who), []);
});

test('an unknown action is answered with those there are, and a batch of 100 is welcome', async () => {
  const who = await service.register('Hundred');
  const { body } = await batch(who, 'atomic', [create('Ana'), { action: 'explode' }]);
  assert.equal(body.errors[0].pointer, '/operations/1/action');
  assert.match(body.hint, /create/);
  const all = await batch(
    who,
    'atomic',
    Array.from({ length: 100 }, (_, at) => create(`Client ${at}`)),
  );
  assert.deepEqual([all.status, all.body.results.length], [200, 100]);
  assert.equal((await namesOf(who)).length, 100);
});

test('prices of variants are changed and goods are received many at once', async () => {
  const who = await service.register('Many');
  const product = { type: 'good', name: 'Vase', price: '10', options: [{ name: 'Size', values: ['S', 'L'] }] };
  const { body } = await service.api(who.token, 'POST', '/products', product);
  const ids: string[] = body.variants.map(({ id }: { id: string }) => id);
  const prices = ids.map((id) => ({ action: 'update', id, data: { price: '12' } }));
  const changed = await batch(who, 'atomic', prices, { resource: 'variants' });
  assert.deepEqual(
    changed.body.results.map(({ data }: { data: { price: string } }) => data.price),
    ['12.00', '12.00'],
  );
  const goods = ids.map((id) => ({
    action: 'create',
    data: { type: 'opening', variant_id: id, quantity: '3', unit_cost: '2' },
  }));
  const received = await batch(who, 'atomic', goods, { resource: 'stock/movements' });
  assert.deepEqual(
    received.body.results.map(({ status }: { status: number }) => status),
    [201, 201],
  );
  const people = await batch(who, 'atomic', [{ action: 'create', data: {} }], { resource: 'team/roles' });
  assert.equal(people.status, 405);
});
