/** What others do appears by itself. */
import { test } from 'node:test';
import { openTab } from '../support/browser.ts';
import { desk, heading, idle, openConsole, shown } from '../support/console.ts';
import { password } from '../support/running-service.ts';

const { service, shop, at, open } = await openConsole({ role: 'all' });

test('a sale that a till records appears in the list that somebody looks at', async (t) => {
  const tab = await open(t, 'Live lists');
  if (tab === undefined) return;
  await tab.visit(at('/sales?q=Wren'));
  await tab.comes(`${idle} && ${shown('No sale matches.')}`);
  const { id } = await shop.call('create_client', { type: 'business', display_name: 'Wren Boats' });
  const { data } = await shop.call('list_variants', { limit: 1 });
  await shop.call('record_sale', { client_id: id, lines: [{ variant_id: data[0].id, quantity: '1' }] });
  await tab.comes(shown('Wren Boats'));
});

test('a shop assistant, whose role has no events, sees at once what another till sells', async (t) => {
  const tab = await openTab(t, 'Live for an assistant');
  if (tab === undefined) return;
  const assistant = await service.colleague(shop.who, 'sales');
  await tab.look(desk);
  await tab.visit(at('/login'));
  await tab.comes(`document.activeElement.id === 'email'`);
  await tab.type(assistant.email);
  await tab.press('Tab');
  await tab.type(password);
  await tab.pressing('Enter');
  await tab.comes(`${heading} !== undefined`);
  await tab.visit(at('/sales?q=Robin'));
  await tab.comes(`${idle} && ${shown('No sale matches.')}`);
  const { id } = await shop.call('create_client', { type: 'business', display_name: 'Robin Sails' });
  const { data } = await shop.call('list_variants', { limit: 1 });
  await shop.call('record_sale', { client_id: id, lines: [{ variant_id: data[0].id, quantity: '1' }] });
  await tab.comes(shown('Robin Sails'));
});
