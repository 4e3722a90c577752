/** Every list that saved filters are kept of is asked with one by its id or name, and what is said beside it counts. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { takesView } from '../../src/modules/views/index.ts';
import { dose } from '../support/dose.ts';
import { restRequest } from '../support/rest-request.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import type { Wire } from '../support/world.ts';

const { service, shop } = await startSampledShops();
const lists = catalogue.filter(takesView);

async function asked(list: (typeof lists)[number], input: object): Promise<Wire> {
  const { status, body, text } = await service.send({ ...restRequest(list, { ...input }), token: shop.who.token });
  assert.equal(status, 200, `${list.name} ${text}`);
  return body;
}

async function refusal(list: (typeof lists)[number], input: object): Promise<unknown> {
  const { status, body } = await service.send({ ...restRequest(list, { ...input }), token: shop.who.token });
  return [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
}

/** Two answers to the same question: where they go on is said in the same words, whoever asks. */
const rowsOf = ({ data, has_more: more }: Wire) => JSON.stringify([data, more]);

test('a list answers what its saved filter asks, by id and by name, and page after page', async () => {
  assert.ok(lists.length > 30, String(lists.length));
  for (const list of dose(lists)) {
    const query = { ...(await sampleOf(shop, list)).input, limit: 1 };
    const name = `View of ${list.name}`;
    const { id } = await shop.call('create_saved_filter', { name, list: list.name, query });
    const plain = await asked(list, query);
    const viewed = await asked(list, { view: id });
    assert.equal(rowsOf(viewed), rowsOf(plain), list.name);
    assert.equal(rowsOf(await asked(list, { view: name })), rowsOf(plain), list.name);
    const wide = { limit: 2 };
    assert.equal(rowsOf(await asked(list, { view: id, ...wide })), rowsOf(await asked(list, { ...query, ...wide })));
    if (viewed.next_cursor === null) continue;
    const next = await asked(list, { view: id, cursor: viewed.next_cursor });
    assert.equal(rowsOf(next), rowsOf(await asked(list, { ...query, cursor: plain.next_cursor })), list.name);
  }
});

test('a saved filter that is not there, or of another list, is refused and nothing is listed without it', async () => {
  for (const list of dose(lists)) {
    const other = list.name === 'list_clients' ? 'list_sales' : 'list_clients';
    const { id } = await shop.call('create_saved_filter', { name: `Of another ${list.name}`, list: other, query: {} });
    for (const view of [id, `Of another ${list.name}`, 'constructor', id.replace(/.$/, '!'), randomUUID()]) {
      assert.deepEqual(await refusal(list, { view }), [422, '/view', 'unknown_view'], `${list.name} ${view}`);
    }
    await shop.call('delete_saved_filter', { id });
  }
});

test('an AI client asks by view as well, and what is no list knows none', async () => {
  const token = await service.mcpToken(shop.who);
  const query = { status: ['archived'] };
  await shop.call('create_saved_filter', { name: 'Gone', list: 'list_clients', query });
  const tool = (input: object) => service.tool(token, 'list_clients', { ...input });
  const gone = await tool({ view: 'Gone' });
  assert.deepEqual(gone.structuredContent.data, (await tool(query)).structuredContent.data, JSON.stringify(gone));
  assert.ok((await tool({ view: 'Gone', status: ['active'] })).structuredContent.data.length > 0);
  assert.equal((await tool({ view: 'Never' })).isError, true);
  const { status, body } = await service.api(shop.who.token, 'GET', `/clients/${shop.ids['client']}?view=Gone`);
  assert.deepEqual([status, body.errors[0].code], [422, 'unknown_field']);
});

test('of several shared ones of a name the own one counts, and without it the caller says which', async () => {
  const [one, two] = [await service.colleague(shop.who, 'admin'), await service.colleague(shop.who, 'admin')];
  const save = (token: string, limit: number): Promise<Wire> =>
    service.api(token, 'POST', '/saved-filters', {
      name: 'Everybody',
      list: 'list_sales',
      query: { limit },
      shared: true,
    });
  await save(one.token, 1);
  await save(two.token, 2);
  const sales = lists.find(({ name }) => name === 'list_sales');
  assert.ok(sales);
  assert.deepEqual(await refusal(sales, { view: 'Everybody' }), [422, '/view', 'ambiguous_view']);
  const { body } = await service.api(two.token, 'GET', '/sales?view=Everybody');
  assert.equal(body.data.length, 2);
});
