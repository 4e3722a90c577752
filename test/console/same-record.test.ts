/** Two people at the same record: what one has changed is not written over by what the other's form began with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field, fill, press, save } from '../support/console-hands.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';

const { shop, at, open } = await openConsole({ role: 'all' });
const { call } = shop;

const closed = `document.querySelector('dialog.window[open]') === null`;

test('a page for changes keeps what somebody else changes while it is open', async (t) => {
  const tab = await open(t, 'A page for changes');
  if (tab === undefined) return;
  const { id, version } = await call('create_client', { type: 'business', display_name: 'Plover Joinery' });
  await tab.visit(at(`/clients/${id}/edit`));
  await tab.comes(`${idle} && ${heading} === 'Plover Joinery' && ${field('Name')}?.value === 'Plover Joinery'`);
  await fill(tab, 'E-mail', 'office@plover.example');
  await call('update_client', { id, version, display_name: 'Plover & Daughters' });
  await tab.comes(`${heading} === 'Plover & Daughters'`);
  await save(tab);
  // Said once, since what both changed may belong together; then saved with both.
  await tab.comes(`${shown('changed')} && ${field('Name')}?.value === 'Plover & Daughters'`);
  assert.equal(await tab.read(`${field('E-mail')}.value`), 'office@plover.example');
  await save(tab);
  await tab.comes(`${idle} && location.pathname === '/clients/${id}'`);
  const { display_name, email } = await call('get_client', { id });
  assert.deepEqual([display_name, email], ['Plover & Daughters', 'office@plover.example']);
});

test('a window for changes keeps what somebody else changes while it is open', async (t) => {
  const tab = await open(t, 'A window for changes');
  if (tab === undefined) return;
  const { data } = await call('list_accounts', { type: 'expense', limit: 1 });
  const made = await call('create_expense_category', { name: 'Sails', account_id: data[0].id });
  const { id, version } = made;
  await tab.visit(at(`/expense-categories?open=${id}`));
  await tab.comes(`${idle} && ${shown('Edit')}`);
  await press(tab, 'Edit');
  await fill(tab, 'Budget', '1200');
  await call('update_expense_category', { id, version, name: 'Sails and rope' });
  await tab.comes(`document.querySelector('aside.panel h2')?.innerText === 'Sails and rope'`);
  await save(tab);
  await tab.comes(`${field('Name')}?.value === 'Sails and rope' && ${field('Budget')}?.value.startsWith('1200')`);
  await save(tab);
  await tab.comes(closed);
  const { name, budget_monthly } = await call('get_expense_category', { id });
  assert.deepEqual([name, budget_monthly], ['Sails and rope', '1200.00']);
});

test('where both change one field, the person decides', async (t) => {
  const tab = await open(t, 'Both at one field');
  if (tab === undefined) return;
  const variant = (await call('list_variants', { limit: 1 })).data[0];
  await tab.visit(at(`/products/${variant.product_id}`));
  await tab.comes(`${idle} && ${shown('Variants')}`);
  await tab.read(
    `[...document.querySelectorAll('main td button')].find((one) => one.innerText.trim() === 'Edit').click()`,
  );
  await fill(tab, 'Price', '11');
  await call('update_variant', { id: variant.id, version: variant.version, price: '12' });
  await save(tab);
  await tab.comes(`document.querySelector('dialog[open] .theirs')?.innerText.includes('12')`);
  await save(tab);
  await tab.comes(closed);
  assert.equal((await call('get_variant', { id: variant.id })).price, '11.00');
});
