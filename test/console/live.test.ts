/** What others do appears by itself. */
import { test } from 'node:test';
import { idle, openConsole, shown } from '../support/console.ts';

const { shop, at, open } = await openConsole({ role: 'all' });

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
