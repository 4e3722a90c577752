/** What an AI app asks for, as who approves it in the console reads it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { confirm, press } from '../support/console-hands.ts';
import { idle, openConsole, phone, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';
import { sampleOf } from '../support/samples.ts';
import { operationNamed } from '../support/world.ts';

const { service, shop, at, open } = await openConsole();
const { call, fresh, who } = shop;

test('in German an approval says in German what would change, step by step, with all that was sent', async (t) => {
  const tab = await open(t, 'Approving steps', phone);
  if (tab === undefined) return;
  const { token } = await call('create_mcp_token', { name: fresh('Claude'), preset: 'draft_only' });
  const ask = async (tool: string, name: string, input: object) => {
    const asked = { name, arguments: input, idempotency_key: randomUUID() };
    const { structuredContent: answer } = await service.tool(token, tool, asked);
    assert.equal(answer.code, 'approval_required', JSON.stringify(answer));
    return answer.approval_id as string;
  };
  const name = fresh('<b>Mühle</b>');
  const line = { name: 'Bindung', quantity: '1', unit_price: '1234.50' };
  const steps = await ask('run_destructive_action', 'run_steps', {
    steps: [
      { action: 'create_client', arguments: { type: 'business', display_name: name } },
      { action: 'record_sale', arguments: { client_id: { $step: 1, field: 'id' }, lines: [line] } },
    ],
  });
  await tab.read(`localStorage.setItem('language', 'de')`);
  await tab.visit(at(`/ai?view=all&open=${steps}`));
  await tab.comes(`${idle} && ${shown(name)} && ${shown('1. ')} && ${shown('2. ')} && ${shown('Bindung')}`);
  const panel = `document.querySelector('.panel').innerText`;
  const text = String(await tab.read(panel));
  assert.match(text, /1\.234,50/, 'what would be posted is there, as people write it');
  assert.doesNotMatch(text, /Posts |Changes |undone by one call|Step 1|of step|client|lines/);
  for (const said of [
    'Mehrere Schritte auf einmal ausführen',
    '1. Den Kunden anlegen',
    '2. Den Verkauf erfassen',
    'Positionen 1: Einzelpreis',
    'Kennung aus Schritt 1',
  ]) {
    assert.ok(text.includes(said), `${said} in ${text}`);
  }
  assert.deepEqual(await violationsIn(tab.settled), []);

  const draft = await call('create_sale', { client_id: shop.ids['client'], lines: [line] });
  const change = await ask('run_write_action', 'confirm_sale', { id: draft.id });
  await tab.visit(at(`/ai?view=all&open=${change}`));
  await tab.comes(`${idle} && ${panel}.includes('Status: Entwurf → Bestätigt')`);

  const { input } = await sampleOf(shop, operationNamed('reconcile_payment'));
  const paid = await ask('run_write_action', 'reconcile_payment', { ...input });
  await tab.visit(at(`/ai?view=all&open=${paid}`));
  await tab.comes(`${idle} && ${panel}.includes('Die Zahlung abstimmen')`);
  assert.match(String(await tab.read(panel)), /Zuordnung: Offen → /);
  assert.doesNotMatch(String(await tab.read(panel)), /[[{]|matches|adjustments|invoices/i, 'records are no text');

  await tab.visit(at(`/ai?view=all&open=${steps}`));
  await tab.comes(`${idle} && ${shown(name)}`);
  await press(tab, 'Genehmigen');
  await confirm(tab, 'Genehmigen');
  await tab.comes(`document.querySelector('dialog[open]') === null`);
  await tab.comes(`${panel}.includes('Genehmigt')`);
  const { data } = await call('list_clients', { q: name });
  assert.deepEqual([data.length, data[0].display_name], [1, name], who.organization);
});
