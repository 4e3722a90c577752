import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { actionOf } from './action.ts';
import { propertiesOf } from './json-schema.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();
const client = await ana.rest('POST', '/clients', { type: 'business', display_name: 'Mill', notes_internal: 'Old.' });
await ana.rest('POST', '/sales', { client_id: client.id, lines: [{ name: 'Work', quantity: '1', unit_price: '9' }] });

const rowOf = async (name: string, input: object): Promise<Wire> =>
  (await service.tool(token, name, input)).structuredContent.data[0];

test('a list answers with what a row is, how it stands, its amounts and days, and no more', async () => {
  const row = await rowOf('list_sales', {});
  for (const field of ['id', 'number', 'status', 'client_name', 'sale_date', 'due_date', 'total', 'currency']) {
    assert.ok(field in row, field);
  }
  for (const field of ['lines', 'totals', 'metadata', 'notes', 'created_by', 'exchange_rate', 'organization_id']) {
    assert.ok(!(field in row), field);
  }
});

test('a star answers with all of each row, as REST does, and names with what they name', async () => {
  const { data } = await ana.rest('GET', '/sales');
  assert.deepEqual(await rowOf('list_sales', { fields: ['*'] }), data[0]);
  assert.deepEqual(Object.keys(await rowOf('list_sales', { fields: ['notes'] })), ['id', 'notes']);
  const { structuredContent: refused } = await service.tool(token, 'list_sales', { fields: ['colour'] });
  assert.equal(refused.code, 'validation_failed');
  const short = await service.tool(token, 'run_read_action', {
    name: 'list_client_groups',
    arguments: { fields: ['*'] },
  });
  assert.notEqual(short.isError, true, 'where all of a row is shown anyway a star says so too');
});

test('what is asked to be opened up is there', async () => {
  const row = await rowOf('list_sales', { expand: ['client'] });
  assert.equal(row.client.notes_internal, 'Old.');
  assert.ok(!('lines' in row));
});

test('describing a list says which fields it answers with, and how to get all', async () => {
  const { structuredContent } = await service.tool(token, 'describe_action', { name: 'list_clients' });
  const { description } = structuredContent.input_schema.properties.fields;
  assert.match(description, /^Defaults to id, number, type, status, display_name, .*\["\*"\] returns all/);
});

test('every list of records that is cut short still says which record each is, and how it stands', () => {
  const lists = catalogue.map(actionOf).filter((action) => action?.lean !== undefined);
  assert.ok(lists.length >= 15, `${lists.length}`);
  for (const action of lists) {
    const { name, lean = [], outputSchema } = action ?? { outputSchema: {} };
    const data = propertiesOf(outputSchema)['data']?.['items'] as object;
    const all = Object.keys(propertiesOf(data as Record<string, unknown>));
    assert.equal(lean[0], 'id', name);
    assert.ok(lean.length >= 5 && lean.length < all.length, `${name}: ${lean.join(' ')}`);
    for (const field of ['number', 'status', 'name', 'currency']) {
      assert.equal(lean.includes(field), all.includes(field), `${name} ${field}`);
    }
  }
});
