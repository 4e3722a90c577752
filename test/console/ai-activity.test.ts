/** A member reads what AI apps wrote, and takes a whole conversation back. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { confirm, press } from '../support/console-hands.ts';
import { desk, idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';

const { service, shop, at, open } = await openConsole();
const { call, fresh } = shop;

test('in German a conversation is taken back, and what cannot be is named with its reason', async (t) => {
  const tab = await open(t, 'Undoing', desk);
  if (tab === undefined) return;
  const { token } = await call('create_mcp_token', { name: fresh('Claude'), preset: 'full' });
  const write = async (effect: string, action: string, input: object) => {
    const given = { name: action, arguments: input, idempotency_key: randomUUID() };
    return (await service.tool(token, `run_${effect}_action`, given)).structuredContent;
  };
  const gone = await write('write', 'create_client', { type: 'business', display_name: fresh('Weg') });
  await write('destructive', 'delete_client', { id: gone.id });
  const client = await write('write', 'create_client', { type: 'business', display_name: fresh('Mühle') });
  await tab.read(`localStorage.setItem('language', 'de')`);
  await tab.visit(at('/ai/activity'));
  await tab.comes(`${idle} && ${shown('Gelöschtes ist weg.')}`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await press(tab, 'Das ganze Gespräch zurücknehmen');
  await confirm(tab, 'Das ganze Gespräch zurücknehmen');
  await tab.comes(`document.querySelector('dialog[open] ul') !== null`);
  const told = String(await tab.read(`document.querySelector('dialog[open]').innerText`));
  for (const said of ['Zurückgenommen', 'Noch da', 'Gelöschtes ist weg.']) assert.ok(told.includes(said), told);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await assert.rejects(call('get_client', { id: client.id }), /404/);
});
