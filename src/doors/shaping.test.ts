/** Parameters that shape an answer: expand, fields, sort and search. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../test/support/dose.ts';
import { sampleOf } from '../../test/support/samples.ts';
import { startShop } from '../../test/support/shop-service.ts';
import { operationNamed, type Wire } from '../../test/support/world.ts';
import { catalogue } from '../catalogue.ts';
import type { Operation } from '../operation/operation.ts';
import { prefixOf } from '../wire/index.ts';
import { shapeOf } from './rest.ts';

const { service, shop } = await startShop();
const { token } = shop.who;
const get = (path: string) => service.api(token, 'GET', path);
const lists = catalogue.filter((operation) => 'cursor' in shapeOf(operation));
const sortable = lists.filter((operation) => 'sort' in shapeOf(operation));

const vatReturn = String(Reflect.get((await sampleOf(shop, operationNamed('get_vat_return'))).input, 'id'));

/** Path of a list, with the filter that it requires. */
function pathOf(list: Operation): string {
  const path = list.http.replace('GET ', '').replace('{id}', String(shop.ids[prefixOf(shapeOf(list)['id']) ?? '']));
  return `${path}?${list.name === 'list_vat_return_lines' ? `return_id=${vatReturn}&` : ''}`;
}

test('expand puts the record beside its id, also within lines, and without it there is none', async () => {
  const plain = (await get(`/sales/${shop.ids['sale']}`)).body;
  assert.equal('client' in plain, false);
  const { body } = await get(`/sales/${shop.ids['sale']}?expand=client,lines.variant`);
  assert.equal(body.client.id, body.client_id);
  assert.equal(body.client.display_name.startsWith(shop.mark), true);
  assert.equal(body.lines[0].variant.id, body.lines[0].variant_id);
  const listed = (await get('/sales?expand=client&limit=1')).body.data[0];
  assert.equal(listed.client.id, listed.client_id);
});

test('expand of what is empty is null, not missing', async () => {
  const { body } = await get(`/clients/${shop.ids['client']}?expand=parent`);
  assert.equal(body.parent_id, null);
  assert.equal(body.parent, null);
});

test('fields keeps those that are named, and the id', async () => {
  const { body } = await get('/sales?fields=number,total&limit=2');
  for (const row of body.data) assert.deepEqual(Object.keys(row).toSorted(), ['id', 'number', 'total']);
  const one = (await get(`/sales/${shop.ids['sale']}?fields=status&fields=total`)).body;
  assert.deepEqual(Object.keys(one).toSorted(), ['id', 'status', 'total']);
});

test('in every list, what it does not know is refused and never ignored', longTest, async () => {
  assert.ok(sortable.length > 15);
  for (const list of lists) {
    for (const [query, pointer] of [
      ['expand=everything', '/expand'],
      ['fields=secret', '/fields'],
      ['fields=', '/fields'],
      ['sort=secret', '/sort'],
      ['sort=', '/sort'],
      ['sort=--created_at', '/sort'],
      ['colour=red', '/colour'],
      ['Limit=1', '/Limit'],
    ] as const) {
      const { status, body } = await get(`${pathOf(list)}${query}`);
      assert.deepEqual([status, body.code], [422, 'validation_failed'], `${list.name}?${query}`);
      const pointers: string[] = body.errors.map((error: Wire) => error.pointer);
      assert.ok(
        pointers.some((one) => one.startsWith(pointer)),
        `${list.name}?${query}: ${pointers.join()}`,
      );
      assert.notEqual(body.hint, '');
    }
  }
});

test('every list sorts by everything it offers, both ways, and shows the same rows', longTest, async () => {
  for (const list of sortable) {
    const path = pathOf(list);
    const offered = /of: (.+)\.$/.exec(String(shapeOf(list)['sort']?.description))?.[1]?.split(', ') ?? [];
    assert.ok(offered.length > 0, list.name);
    const sorted = async (sort: string) => {
      const whole = await inPages(`${path}sort=${sort}`, pageMax);
      const pages = await inPages(`${path}sort=${sort}`, Math.min(pageMax, Math.max(1, Math.ceil(whole.length / 3))));
      assert.deepEqual(pages, whole, `${list.name} ${sort} page by page`);
      return whole.map((row) => row['id'] ?? JSON.stringify(row));
    };
    for (const name of offered.filter((one) => !one.startsWith('-'))) {
      const [up, down] = [await sorted(name), await sorted(`-${name}`)];
      assert.deepEqual(up, down.toReversed(), `${list.name} ${name}`);
    }
  }
});

const pageMax = 100;

/** All rows of a list, so many at a time. */
async function inPages(path: string, limit: number): Promise<Wire[]> {
  const seen: Wire[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body, text } = await get(`${path}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    assert.equal(status, 200, `${path}: ${text}`);
    seen.push(...body.data);
    cursor = body.next_cursor;
  }
  return seen;
}

test('more orders than three are refused', async () => {
  const { status, body } = await get('/clients?sort=display_name,number,created_at,updated_at');
  assert.deepEqual([status, body.errors[0].code], [422, 'unknown_sort']);
});

test('q finds words in any order, and takes wildcards, quotes and backslashes as they are', async () => {
  const made = async (display_name: string) =>
    service.api(token, 'POST', '/clients', { type: 'individual', display_name, allow_duplicate: true });
  await Promise.all([made('Zoë O’Néill'), made('100% Wolle'), made('a_b'), made(String.raw`back\slash`)]);
  const found = async (q: string) => {
    const { status, body, text } = await get(`/clients?fields=display_name&q=${encodeURIComponent(q)}`);
    assert.equal(status, 200, text);
    return body.data.map((row: Wire) => row.display_name);
  };
  assert.deepEqual(await found('Zoë'), ['Zoë O’Néill']);
  assert.deepEqual(await found('wolle 100'), ['100% Wolle']);
  assert.deepEqual(await found('100%'), ['100% Wolle']);
  assert.deepEqual(await found('a_b'), ['a_b']);
  assert.deepEqual(await found(String.raw`back\slash`), [String.raw`back\slash`]);
  assert.deepEqual(await found(`'; drop table clients; --`), []);
  assert.equal((await get(`/clients?q=${'x'.repeat(201)}`)).status, 422);
});
