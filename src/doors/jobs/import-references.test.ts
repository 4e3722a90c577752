/** What a file calls a client or a product is found, however many others are called almost the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { importing } from '../../../test/support/importing.ts';
import { startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { api, bringIn, errorsOf } = importing(service);

const table = (...rows: string[]) => rows.join('\n');
const head = 'order_id,date,customer,description,quantity,unit_price,tax_rate';
const saleTo = (client: string, order: string) => `${order},2025-05-01,${client},Work,1,10.00,none`;

test('a client is found by its name among hundreds whose names begin alike', longTest, async () => {
  const ana = await service.register('Ana');
  const names = Array.from({ length: 250 }, (_, n) => `Company ${n + 1} BV`);
  await bringIn(ana, { kind: 'clients', content: table('name', ...names) });
  const orders = names.slice(0, 30).map((name, n) => saleTo(name, `S-${n}`));
  const found = await bringIn(ana, { kind: 'sales', content: table(head, ...orders) });
  assert.deepEqual([found.created, found.failed], [30, 0]);
  const { data: sales } = await api(ana, 'GET', '/sales?limit=100&expand=client');
  for (const { external_id: order, client } of sales as Wire[]) {
    assert.equal(client.display_name, names[Number(String(order).slice(2))]);
  }
});

test('a name means a client in use, ids and numbers come before names, and a merged one is its survivor', async () => {
  const ben = await service.register('Ben');
  const made = async (display_name: string, more: object = {}) =>
    api(ben, 'POST', '/clients', { type: 'business', display_name, allow_duplicate: true, ...more });
  const old = await made('Hafen');
  await api(ben, 'POST', `/clients/${old.id}/archive`, {});
  const current = await made('HAFEN.');
  const numbered = await made('Somebody', { number: 'Kai' });
  await made('Kai');
  const survivor = await made('Werft GmbH');
  const merged = await made('Werft', { external_id: 'W-1' });
  await api(ben, 'POST', `/clients/${merged.id}/merge`, { into_id: survivor.id });
  await made('Twin');
  await made('twin');
  const orders = ['hafen', 'Kai', 'W-1', 'Werft', 'Twin', 'Nobody'].map((name, n) => saleTo(name, `S-${n}`));
  const found = await bringIn(ben, { kind: 'sales', content: table(head, ...orders) });
  assert.deepEqual([found.created, found.failed], [4, 2]);
  const told = await errorsOf(ben, found);
  assert.deepEqual(
    told.map((row) => [row['import_line'], row['import_field'], row['import_error']]),
    [
      ['6', 'client', 'Several match "Twin": send the id of one.'],
      ['7', 'client', 'There is no client "Nobody".'],
    ],
  );
  const { data: sales } = await api(ben, 'GET', '/sales?limit=100');
  const clients = Object.fromEntries((sales as Wire[]).map((one) => [one.external_id, one.client_id]));
  assert.deepEqual(clients, { 'S-0': current.id, 'S-1': numbered.id, 'S-2': survivor.id, 'S-3': survivor.id });
});
