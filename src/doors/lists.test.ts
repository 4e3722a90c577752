/** Laws of every list: pages, order and filters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mistyped } from '../../test/support/mistyped.ts';
import type { HttpAnswer, SignedIn } from '../../test/support/running-service.ts';
import { startShop } from '../../test/support/shop-service.ts';
import type { Wire } from '../../test/support/world.ts';
import { uuidFrom } from '../wire/type-id.ts';

const { service, shop } = await startShop();
const { token } = shop.who;
const get = (path: string, who: Pick<SignedIn, 'token'> = shop.who) => service.api(who.token, 'GET', path);

/** Clients that only the list of their tag shows. */
async function clientsTagged(tag: string, howMany: number): Promise<void> {
  const operations = Array.from({ length: howMany }, (_, at) => ({
    action: 'create',
    data: { type: 'individual', display_name: `${tag} ${String(at % 3)}`, tags: [tag] },
  }));
  const body = { mode: 'atomic', operations };
  const made = await service.api(token, 'POST', '/clients/batch', body, { 'idempotency-key': tag });
  assert.equal(made.status, 200, made.text);
}

/** Follows `Link` to the end, and checks on the way that it and the cursor say the same. */
async function walk(path: string, between?: (page: number) => Promise<unknown>): Promise<Wire[]> {
  const rows: Wire[] = [];
  let next: string | undefined = `/api${path}`;
  for (let pages = 1; next !== undefined; pages += 1) {
    assert.ok(pages < 100, 'the list has no end');
    const { status, body, headers, text }: HttpAnswer = await service.send({ method: 'GET', path: next, token });
    assert.equal(status, 200, text);
    rows.push(...body.data);
    const link: string | undefined = /^<(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
    assert.equal(body.has_more, link !== undefined);
    assert.equal(body.next_cursor, link === undefined ? null : new URL(link, 'http://x').searchParams.get('cursor'));
    next = link;
    await between?.(pages);
  }
  return rows;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('walking a list page by page shows every row once, in either direction and in any order', async () => {
  await clientsTagged('walked', 11);
  const all = (await get('/clients?tag=walked&limit=100&sort=created_at')).body.data;
  assert.equal(all.length, 11);
  for (const limit of [1, 4, 11, 100]) {
    assert.deepEqual(idsOf(await walk(`/clients?tag=walked&limit=${limit}&sort=created_at`)), idsOf(all));
    assert.deepEqual(idsOf(await walk(`/clients?tag=walked&limit=${limit}&sort=-created_at`)), idsOf(all).toReversed());
  }
  for (const sort of ['display_name', '-display_name', 'display_name,-number', '-display_name,created_at,number']) {
    const rows = await walk(`/clients?tag=walked&limit=2&sort=${sort}`);
    assert.equal(rows.length, all.length, sort);
    assert.deepEqual(new Set(idsOf(rows)), new Set(idsOf(all)), sort);
    const names = rows.map((row) => String(row.display_name));
    const sorted = names.toSorted((a, b) => (a < b ? -1 : 1));
    assert.deepEqual(names, sort.startsWith('-') ? sorted.toReversed() : sorted, sort);
  }
});

test('the order of two keys is kept where the first is the same', async () => {
  await clientsTagged('ordered', 9);
  const rows = await walk('/clients?tag=ordered&limit=2&sort=display_name,-number');
  const shown = rows.map((row) => [row.display_name, row.number]);
  const sorted = shown.toSorted(([a, x], [b, y]) => (a === b ? (x < y ? 1 : -1) : a < b ? -1 : 1));
  assert.deepEqual(shown, sorted);
});

test('what is added while somebody walks moves nothing that they have not seen yet', async () => {
  await clientsTagged('stable', 7);
  const before = idsOf((await get('/clients?tag=stable&limit=100')).body.data);
  const seen = await walk('/clients?tag=stable&limit=2', (page) => clientsTagged('stable', page === 1 ? 3 : 1));
  assert.deepEqual(idsOf(seen), before);
});

test('a cursor opens the list it was given for and no other', async () => {
  const rival = await service.register('Rival');
  await clientsTagged('cursor', 3);
  const path = '/clients?tag=cursor&limit=1';
  const cursor: string = (await get(path)).body.next_cursor;
  const flipped = mistyped(cursor);
  const misuses: readonly [string, Pick<SignedIn, 'token'>?][] = [
    [`${path}&cursor=${flipped}`],
    [`${path}&cursor=${cursor}=`],
    [`${path}&cursor=${cursor.slice(0, -4)}`],
    [`${path}&cursor=`],
    [`${path}&cursor=x`],
    [`${path}&cursor=${'x'.repeat(600)}`],
    [`${path}&cursor=${cursor}&sort=display_name`],
    [`/clients?limit=1&cursor=${cursor}`],
    [`/clients?tag=walked&limit=1&cursor=${cursor}`],
    [`/products?limit=1&cursor=${cursor}`],
    [`${path}&cursor=${cursor}`, rival],
  ];
  for (const [misuse, who] of misuses) {
    const { status, body } = await get(misuse, who);
    assert.ok(['invalid_cursor', 'validation_failed'].includes(body.code), `${misuse}: ${status}`);
  }
  assert.equal((await get(`${path}&cursor=${cursor}`)).status, 200);
  const colleague = await service.colleague(shop.who, 'viewer');
  assert.equal((await get(`${path}&cursor=${cursor}&fields=id`, colleague)).status, 200, 'a colleague may read on');
});

test('a page holds 25 rows unless asked for 1 to 100', async () => {
  await clientsTagged('pages', 26);
  assert.equal((await get('/clients?tag=pages')).body.data.length, 25);
  assert.equal((await get('/clients?tag=pages&limit=26')).body.data.length, 26);
  for (const limit of ['0', '-1', '101', '1.5', 'many', '', '1e1', '99999999999999999999']) {
    const { status, body } = await get(`/clients?limit=${limit}`);
    assert.deepEqual([status, body.errors?.[0].pointer], [422, '/limit'], limit);
  }
  assert.equal((await get('/clients?limit=1&limit=2')).status, 422);
});

test('rows are counted when asked, up to 10,000', async () => {
  const counted = (await get('/clients?tag=pages&limit=1&include=total_count')).body;
  assert.deepEqual([counted.total_count, counted.total_count_capped, counted.data.length], [26, false, 1]);
  assert.equal('total_count' in (await get('/clients?tag=pages&limit=1')).body, false);
  const crowded = await service.register('Crowded');
  await service.owner.query(
    `insert into client_groups select made.* from client_groups one, generate_series(1, 10001) n,
       jsonb_populate_record(null::client_groups, to_jsonb(one)
         || jsonb_build_object('id', gen_random_uuid(), 'name', 'Group ' || n, 'name_key', n)) made
     where one.organization_id = $1`,
    [uuidFrom('org', await withGroup(crowded))],
  );
  const capped = (await get('/client-groups?limit=1&include=total_count', crowded)).body;
  assert.deepEqual([capped.total_count, capped.total_count_capped], [10_000, true]);
  assert.equal((await get('/clients?include=everything')).status, 422);
});

async function withGroup(who: SignedIn): Promise<string> {
  await service.api(who.token, 'POST', '/client-groups', { name: 'First' });
  return who.organization;
}

test('filters take one value or several, repeated or with commas', async () => {
  const { id } = (await get('/clients?tag=walked&limit=1')).body.data[0];
  await service.api(token, 'POST', `/clients/${id}/archive`);
  const found = async (query: string) => (await get(`/clients?tag=walked&limit=100&${query}`)).body.data.length;
  assert.equal(await found('status=archived'), 1);
  assert.equal(await found('status=active'), 10);
  assert.equal(await found('status=active,archived'), 11);
  assert.equal(await found('status=active&status=archived'), 11);
  assert.equal(await found('include_archived=true'), 11);
  assert.equal(await found('include_archived=false'), 10);
  for (const odd of ['status=gone', 'status=', 'status=active,', 'include_archived=yes', 'status[]=active']) {
    assert.equal((await get(`/clients?${odd}`)).status, 422, odd);
  }
});

test('filters take bounds: at least, above, at most, below', async () => {
  const sold = await service.register('Bounds');
  for (const [amount, day] of [
    ['10.00', '2026-01-01'],
    ['20.00', '2026-01-02'],
    ['30.00', '2026-01-03'],
  ]) {
    const lines = [{ name: 'Advice', quantity: '1', unit_price: amount, tax_rate_ids: [] }];
    const made = await service.api(sold.token, 'POST', '/sales', { sale_date: day, lines });
    assert.equal(made.status, 201, made.text);
  }
  const totals = async (query: string) => {
    const { status, body, text } = await get(`/sales?sort=sale_date&fields=total&${query}`, sold);
    assert.equal(status, 200, text);
    return body.data.map(({ total }: { total: string }) => total);
  };
  assert.deepEqual(await totals('total[gt]=10'), ['20.00', '30.00']);
  assert.deepEqual(await totals('total[gte]=10&total[lt]=30'), ['10.00', '20.00']);
  assert.deepEqual(await totals('total=20.00'), ['20.00']);
  assert.deepEqual(await totals('sale_date[gte]=2026-01-02'), ['20.00', '30.00']);
  assert.deepEqual(await totals('sale_date[gt]=2026-01-01&sale_date[lte]=2026-01-02'), ['20.00']);
  assert.deepEqual(await totals('sale_date=2026-01-03'), ['30.00']);
  assert.deepEqual(await totals('created_at[gte]=2020-01-01T00:00:00%2B02:00'), ['10.00', '20.00', '30.00']);
  for (const odd of [
    'total[gt]=ten',
    'total[above]=1',
    'sale_date[gte]=2026-02-30',
    'sale_date[gte]=1.1.2026',
    'client_id[gt]=x',
    'total=1&total[gt]=2',
    'total[gt]=2&total=1',
    'total[gt]=1&total[gt]=2',
    'updated_at[gte]=2026-01-01',
    'total[gt][lt]=1',
    'status[gte]=draft',
    'total[]=1',
  ]) {
    const { status, body } = await get(`/sales?${odd}`, sold);
    assert.deepEqual([status, body.code], [422, 'validation_failed'], odd);
  }
});
