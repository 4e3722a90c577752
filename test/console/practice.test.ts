/** A member puts an AI app into practice, reads what it tried, and does it for real. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { confirm, press } from '../support/console-hands.ts';
import { desk, idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';

const { service, shop, at, open } = await openConsole();
const { call, fresh } = shop;

test('in German a practice says what was tried, step by step, and its button does it for real', async (t) => {
  const tab = await open(t, 'Practising', desk);
  if (tab === undefined) return;
  const { token, id: tokenId } = await call('create_mcp_token', { name: fresh('Claude'), preset: 'full' });
  const { id } = await call('start_practice', { token_id: tokenId });
  const name = fresh('<b>Mühle</b>');
  const write = async (action: string, input: object) =>
    (await service.tool(token, 'run_write_action', { name: action, arguments: input, idempotency_key: randomUUID() }))
      .structuredContent;
  const client = await write('create_client', { type: 'business', display_name: name });
  const lines = [{ name: 'Bindung', quantity: '1', unit_price: '1234.50' }];
  const sale = await write('record_sale', { client_id: client.id, lines });
  await tab.read(`localStorage.setItem('language', 'de')`);
  await tab.visit(at(`/ai/practice?open=${id}`));
  await tab.comes(`${idle} && ${shown('1. ')} && ${shown('2. ')} && ${shown(sale.number)}`);
  const panel = `document.querySelector('.panel').innerText`;
  const text = String(await tab.read(panel));
  for (const said of ['Probe', name, '1. Den Kunden anlegen', '2. Den Verkauf erfassen', '1.234,50']) {
    assert.ok(text.includes(said), `${said} in ${text}`);
  }
  assert.doesNotMatch(text, /Posts |Changes |Step 1/);
  assert.deepEqual(await violationsIn(tab.settled), []);
  assert.deepEqual((await call('list_clients', { q: name })).data, []);
  await press(tab, 'Wirklich ausführen');
  await confirm(tab, 'Wirklich ausführen');
  await tab.comes(`document.querySelector('dialog[open]') === null`);
  await tab.comes(`${panel}.includes('Übernommen')`);
  const { data } = await call('list_clients', { q: name });
  assert.deepEqual([data.length, data[0].display_name], [1, name]);
});
