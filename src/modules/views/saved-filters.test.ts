import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { sql } from '../../db/sql.ts';

const world = await createWorld();
const { call } = world;
const sales = { list: 'list_sales', query: { status: ['draft'], total: { gt: '100' }, sort: '-total' } };
let made = 0;
const save = (more = {}, options = {}): Promise<Wire> =>
  call('create_saved_filter', { name: `Filter ${(made += 1)}`, ...sales, ...more }, options);

test('a saved filter says which list to ask and with what', async () => {
  const filter = await save();
  assert.deepEqual([filter.query, filter.problems, filter.shared], [sales.query, [], false]);
  assert.equal(filter.url, 'https://books.example/api/sales?sort=-total&total%5Bgt%5D=100&status=draft');
  assert.deepEqual(await call('get_saved_filter', { id: filter.id }), filter);
  await call(filter.list, filter.query);
  assert.equal((await save({ query: {} })).url, 'https://books.example/api/sales');
});

test('a saved filter may be of a period that moves on with today', async () => {
  const { query, url, problems } = await save({ query: { sale_date: { period: 'last_30_days' } } });
  assert.deepEqual([query, problems], [{ sale_date: { period: 'last_30_days' } }, []]);
  assert.equal(url, 'https://books.example/api/sales?sale_date%5Bperiod%5D=last_30_days');
});

for (const [what, query, pointer] of [
  ['a filter that the list does not have', { colour: 'red' }, '/query/colour'],
  ['a value that a filter does not take', { status: ['gone'] }, '/query/status/0'],
  ['an order that the list does not have', { sort: 'colour' }, '/query/sort'],
  ['a place in a list', { cursor: 'x' }, '/query/cursor'],
  ['a field that records do not have', { fields: ['colour'] }, '/query/fields/0'],
] as const) {
  test(`${what} is refused where it stands`, async () => {
    await assert.rejects(
      save({ query }),
      refused('validation_failed', ({ errors }) => assert.equal(errors?.[0]?.pointer, pointer)),
    );
  });
}

for (const list of ['list_nothing', 'create_sale', 'toString', 'list_product_variants']) {
  test(`${list} is no list that filters are kept of`, async () => {
    await assert.rejects(
      save({ list, query: {} }),
      refused('validation_failed', ({ errors }) => assert.equal(errors?.[0]?.code, 'unknown_list')),
    );
  });
}

test('one’s own are seen by nobody else; shared ones by those who may read such records', async () => {
  const as = { ...withPermissions(world.ana, ['sales:read']), memberId: '00000000-0000-7000-8000-000000000000' };
  const [own, shared] = [await save(), await save({ shared: true })];
  const seen = async (options = {}): Promise<string[]> =>
    (await call('list_saved_filters', { limit: 100 }, options)).data.map(({ id }: Wire) => id);
  assert.ok((await seen()).includes(own.id) && (await seen()).includes(shared.id));
  assert.deepEqual(await seen({ as }), [shared.id]);
  await assert.rejects(call('get_saved_filter', { id: own.id }, { as }), refused('not_found'));
  assert.deepEqual(await seen({ as: { ...as, permissions: new Set(['clients:read']) } }), []);
  assert.deepEqual(await seen({ as: world.rival }), []);
  await assert.rejects(call('update_saved_filter', { id: shared.id, name: 'Mine' }, { as }), refused('forbidden'));
  await assert.rejects(call('delete_saved_filter', { id: shared.id }, { as }), refused('forbidden'));
  const admin = { ...as, permissions: new Set(['sales:read', 'organization:write']) };
  assert.equal((await call('update_saved_filter', { id: shared.id, name: 'Ours' }, { as: admin })).name, 'Ours');
});

test('it is renamed, asks something else, and is forgotten', async () => {
  const filter = await save();
  const changed = await call('update_saved_filter', { id: filter.id, name: 'New', query: { status: ['voided'] } });
  assert.deepEqual([changed.name, changed.query, changed.version], ['New', { status: ['voided'] }, 2]);
  await assert.rejects(
    call('update_saved_filter', { id: filter.id, query: { status: ['x'] } }),
    refused('validation_failed', ({ errors }) => assert.equal(errors?.[0]?.pointer, '/query/status/0')),
  );
  await assert.rejects(save({ name: 'New' }), refused('saved_filter_name_taken'));
  await call('delete_saved_filter', { id: filter.id });
  await assert.rejects(call('get_saved_filter', { id: filter.id }), refused('not_found'));
});

test('one that its list does not take any more says so, and so does one whose list is gone', async () => {
  const [older, lost] = [await save(), await save()];
  const organization = world.ana.organization?.id ?? '';
  await world.db.transaction({ organization }, async (db) => {
    const id = (wire: Wire) => uuidFrom('sfilter', wire.id);
    await db.run(sql`update saved_filters set query = '{"colour": "red"}' where id = ${id(older)}`);
    await db.run(sql`update saved_filters set list = 'list_wishes' where id = ${id(lost)}`);
  });
  const [problem] = (await call('get_saved_filter', { id: older.id })).problems;
  assert.deepEqual([problem.pointer, problem.code], ['/colour', 'unknown_field']);
  const gone = await call('get_saved_filter', { id: lost.id });
  assert.deepEqual([gone.url, gone.problems[0].code], [null, 'unknown_list']);
});

test('there is an end to how many one keeps', async () => {
  const as = await world.found('Keeper');
  for (let kept = 0; kept < 200; kept += 1) await save({ query: {} }, { as });
  await assert.rejects(
    save({}, { as }),
    refused('limit_exceeded', ({ max }) => assert.equal(max, 200)),
  );
});
